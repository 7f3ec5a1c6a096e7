import { Fragment } from "react";

/** An e-mail address with line breaks only before the @ and after dots. */
export function Email({ address }: { address: string }) {
  const parts = [...address.matchAll(/@?[^@.]*\.?/g)].filter(([part]) => part !== "");
  return (
    <span className="wrap-break-word">
      {parts.map(({ index, 0: part }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
