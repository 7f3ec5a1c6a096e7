import type { ReactNode } from "react";
import { Link } from "react-router";
import { Chevron } from "./icons.tsx";

export interface LinkRow {
  readonly to: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

export function LinkRows({ rows }: { rows: readonly LinkRow[] }) {
  return (
    <ul className="list-none divide-y divide-line">
      {rows.map(({ to, label, icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-11 items-center gap-3 py-1.5 font-medium text-ink no-underline hover:text-blue-text"
          >
            {icon}
            <span className="min-w-0 grow">{label}</span>
            <Chevron className="size-4 shrink-0 -rotate-90 text-ink-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
