import { clsx } from "clsx";

/** Names and values in two columns if there is room. `rowClass` sets the height of a row. */
export function FactList({
  facts,
  className,
  rowClass,
}: {
  facts: readonly { name: string; value: string }[];
  className: string;
  rowClass: string;
}) {
  return (
    <dl className={clsx("grid border-t border-line sm:grid-cols-2 sm:gap-x-8", className)}>
      {facts.map((fact) => (
        <div
          key={fact.name}
          className={clsx("flex flex-wrap justify-between gap-x-4 border-b border-line", rowClass)}
        >
          <dt className="text-ink-soft">{fact.name}</dt>
          <dd className="ms-auto text-end font-medium wrap-anywhere tabular-nums">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
