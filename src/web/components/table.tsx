import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

/** Class of the first column of a `pinned` table: it stays in view while the others scroll. */
export const pinnedStart =
  "sticky left-0 z-1 bg-inherit group-data-start/frame:shadow-[1px_0_0_var(--color-line-strong)]";
/** Class of the last column of a `pinned` table. */
export const pinnedEnd =
  "sticky right-0 z-1 bg-inherit group-data-end/frame:shadow-[-1px_0_0_var(--color-line-strong)]";

/** Marks the sides on which the table can be scrolled. */
function markEdges(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined;
  const look = () => {
    const { scrollLeft, clientWidth, scrollWidth } = frame;
    frame.toggleAttribute("data-start", scrollLeft > 0);
    frame.toggleAttribute("data-end", scrollLeft + clientWidth < scrollWidth - 1);
  };
  const sizes = new ResizeObserver(look);
  for (const one of [frame, ...frame.children]) sizes.observe(one);
  frame.addEventListener("scroll", look, { passive: true });
  return () => {
    sizes.disconnect();
    frame.removeEventListener("scroll", look);
  };
}

/**
 * A table that scrolls sideways if it is too wide; `label` names it. `pinned`: cells may use `pinnedStart`
 * and `pinnedEnd`; rows then need a background.
 */
export function Table({
  label,
  pinned = false,
  className,
  ...rest
}: ComponentProps<"table"> & { label: string; pinned?: boolean }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
      tabIndex={0}
      ref={pinned ? markEdges : null}
      className={clsx(
        "overflow-x-auto rounded-lg border border-line",
        // Scrolls a focused element beside the pinned columns, not below them.
        pinned && "group/frame scroll-ps-56 scroll-pe-40",
      )}
    >
      <table
        {...rest}
        className={clsx(
          "w-full text-left text-sm",
          // Collapsed borders would not move with sticky cells.
          pinned ? "border-separate border-spacing-0" : "border-collapse",
          className,
        )}
      />
    </section>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx("bg-surface px-4 py-3 font-semibold whitespace-nowrap text-ink-soft", className)}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={clsx("border-t border-line px-4 py-3 align-middle", className)} />;
}

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** Class of its cells. */
  readonly className?: string;
  /** Aligned right, with its heading. */
  readonly isFigure?: boolean;
}

/** A table of rows with declared columns. */
export function RowsTable<Row>({
  columns,
  rows,
  keyOf,
  ...table
}: Omit<ComponentProps<typeof Table>, "children" | "rows"> & {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    <Table {...table}>
      <thead>
        <tr>
          {columns.map(({ heading, isFigure = false }) => (
            <Th key={heading} className={clsx(isFigure && "text-end")}>
              {heading}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ heading, cell, className, isFigure = false }) => (
              <Td key={heading} className={clsx(className, isFigure && "text-end tabular-nums")}>
                {cell(row)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
