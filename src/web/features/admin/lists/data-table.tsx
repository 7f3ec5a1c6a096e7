import {
  type ColumnDef,
  metaHelper,
  type Row,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { pinnedEnd, pinnedStart, Table, Td, Th } from "#web/components/table.tsx";
import type { Sort } from "./list-address.ts";
import { useWide } from "./use-wide.ts";

const text = adminPageMessages.table;

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ className?: string }>(),
});

/** A column; with `accessorFn` it can be sorted by, and its id is what the address and the server call it. */
export type Column<Item extends object> = ColumnDef<typeof features, Item>;

/** What is ticked, with the rows themselves: they may be on another page than the one that is shown. */
export type Selection<Item> = ReadonlyMap<string, Item>;

export interface Selecting<Item> {
  readonly selected: Selection<Item>;
  readonly onChange: (selected: Selection<Item>) => void;
  readonly canSelect: (item: Item) => boolean;
  /** What a row's box is called. */
  readonly nameOf: (item: Item) => string;
}

/** Over rows that are being replaced: a line that pulses. Paler words could not be read. */
const loadingLine =
  "relative before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:animate-pulse before:bg-blue before:content-['']";

/**
 * A page of a long list, sorted and cut by the server: a table where there is room for one, else a card for each row
 * (`renderCard`). TanStack Table keeps columns, order and ticks; the looks are ours.
 */
export function DataTable<Item extends object>({
  label,
  items,
  columns,
  idOf,
  renderCard,
  sort = null,
  onSort,
  selecting,
  busy = false,
}: {
  label: string;
  items: readonly Item[];
  columns: Column<Item>[];
  idOf: (item: Item) => string;
  renderCard: (item: Item) => ReactNode;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  selecting?: Selecting<Item>;
  /** The next page is on its way: these rows are still the last one's. */
  busy?: boolean;
}) {
  const wide = useWide();
  const data = useMemo(() => [...items], [items]);
  const sorting = useMemo(() => (sort === null ? [] : [{ id: sort.column, desc: sort.desc }]), [sort]);
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selecting?.selected.keys() ?? [])].map((id) => [id, true as const])),
    [selecting?.selected],
  );
  const table = useTable({
    features,
    data,
    columns,
    getRowId: idOf,
    state: { sorting, rowSelection },
    manualSorting: true,
    sortDescFirst: false,
    enableMultiSort: false,
    enableSorting: onSort !== undefined,
    onSortingChange: (update) => {
      const [next] = typeof update === "function" ? update(sorting) : update;
      onSort?.(next === undefined ? null : { column: next.id, desc: next.desc });
    },
    enableRowSelection: (row) => selecting?.canSelect(row.original) ?? false,
    onRowSelectionChange: (update) => {
      if (selecting === undefined) return;
      const next = typeof update === "function" ? update(rowSelection) : update;
      const known = new Map([...selecting.selected, ...items.map((item) => [idOf(item), item] as const)]);
      selecting.onChange(new Map([...known].filter(([id]) => next[id] === true)));
    },
  });
  const { rows } = table.getRowModel();
  const selectable = rows.filter((row) => row.getCanSelect());
  const ticked = selectable.filter((row) => row.getIsSelected());

  const selectAll = selecting !== undefined && (
    <Tick
      label={text.selectAll}
      checked={ticked.length > 0 && ticked.length === selectable.length}
      partly={ticked.length > 0 && ticked.length < selectable.length}
      disabled={busy || selectable.length === 0}
      onChange={() => table.toggleAllRowsSelected(ticked.length < selectable.length)}
    />
  );
  const rowTick = (row: Row<typeof features, Item>) =>
    selecting !== undefined && (
      <Tick
        label={text.select(selecting.nameOf(row.original))}
        checked={row.getIsSelected()}
        disabled={busy || !row.getCanSelect()}
        onChange={row.getToggleSelectedHandler()}
      />
    );

  if (!wide) {
    return (
      <div aria-busy={busy} className={clsx(busy && loadingLine)}>
        {selecting !== undefined && rows.length > 0 && (
          <div className="mb-2 flex items-center ps-2 text-sm text-ink-soft">
            {selectAll}
            <span aria-hidden="true">{text.selectAll}</span>
          </div>
        )}
        <ul aria-label={label} className="flex flex-col gap-3">
          {rows.map((row) => (
            <li
              key={row.id}
              data-row={row.id}
              className={clsx(
                "flex gap-1 rounded-lg border p-2",
                row.getIsSelected() ? "border-blue bg-blue-soft" : "border-line",
              )}
            >
              {rowTick(row)}
              <div className={clsx("min-w-0 grow py-2 pe-2", selecting === undefined && "ps-2")}>
                {renderCard(row.original)}
              </div>
            </li>
          ))}
        </ul>
      </div>
    );
  }

  // The ticks stand before the first column and stay with it.
  const pinnedAt = (index: number, count: number) =>
    clsx(
      index === 0 && pinnedStart,
      index === 0 && selecting !== undefined && "left-12!",
      index === count - 1 && index > 0 && pinnedEnd,
    );

  return (
    <Table label={label} pinned aria-busy={busy} className={clsx(busy && loadingLine)}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} className="bg-surface">
            {selecting !== undefined && <Th className={clsx("w-11 p-0! ps-1!", pinnedStart)}>{selectAll}</Th>}
            {group.headers.map((header, index) => {
              const sorted = header.column.getIsSorted();
              return (
                <Th
                  key={header.id}
                  aria-sort={sorted === false ? undefined : sorted === "asc" ? "ascending" : "descending"}
                  className={clsx(
                    "px-2! @4xl:px-3!",
                    pinnedAt(index, group.headers.length),
                    header.column.columnDef.meta?.className,
                  )}
                >
                  {header.column.getCanSort() ? (
                    <button
                      type="button"
                      onClick={header.column.getToggleSortingHandler()}
                      className={clsx(
                        "-mx-2 -my-1.5 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 font-semibold hover:bg-sunken",
                        sorted !== false && "text-ink",
                      )}
                    >
                      <table.FlexRender header={header} />
                      <SortMark sorted={sorted} />
                    </button>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </Th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            className={row.getIsSelected() ? "bg-blue-soft" : "bg-paper hover:bg-surface"}
          >
            {selecting !== undefined && <Td className={clsx("p-0! ps-1!", pinnedStart)}>{rowTick(row)}</Td>}
            {row.getAllCells().map((cell, index, cells) => (
              <Td
                key={cell.id}
                className={clsx(
                  "px-2! py-2! @4xl:px-3!",
                  pinnedAt(index, cells.length),
                  cell.column.columnDef.meta?.className,
                )}
              >
                <table.FlexRender cell={cell} />
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Tick({
  label,
  checked,
  partly = false,
  disabled,
  onChange,
}: {
  label: string;
  checked: boolean;
  partly?: boolean;
  disabled: boolean;
  onChange: (event: unknown) => void;
}) {
  return (
    <label className="inline-flex size-11 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        className="tick"
        checked={checked}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        onChange={onChange}
      />
    </label>
  );
}

function SortMark({ sorted }: { sorted: false | "asc" | "desc" }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx("size-3.5 shrink-0", sorted === false && "text-line-strong")}
    >
      {sorted !== "desc" && <path d="m4.5 6 3.5-3.5L11.5 6" />}
      {sorted !== "asc" && <path d="m4.5 10 3.5 3.5 3.5-3.5" />}
    </svg>
  );
}
