import type { ReactNode } from "react";

export interface Detail {
  readonly name: string;
  /** Null leaves out the row. */
  readonly value: ReactNode;
}

export function DetailList({ details }: { details: readonly Detail[] }) {
  const known = details.filter(({ value }) => value !== null);
  return (
    <dl className="divide-y divide-line border-y border-line">
      {known.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
