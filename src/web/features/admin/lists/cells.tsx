import type { ReactNode } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";

/** The column of a row's buttons, without its cell. */
export const actionsColumn = {
  id: "actions",
  label: adminPageMessages.actions.column,
  inCard: "actions",
  className: "w-px",
} as const;

/** An amount of money in a list. */
export function Sum({ children }: { children: ReactNode }) {
  return <span className="font-semibold whitespace-nowrap tabular-nums">{children}</span>;
}
