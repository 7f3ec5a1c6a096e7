import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { pinnedEnd, pinnedStart, Table, Td, Th } from "#web/components/table.tsx";
import { adminHeadingId } from "#web/features/admin/sections.ts";
import { useRowFocus } from "#web/lib/use-row-focus.ts";
import type { CardPlace, ListColumn } from "./declare-list.ts";
import type { Sort } from "./list-address.ts";
import { useWide } from "./use-wide.ts";

const text = adminPageMessages.table;

/** The ticked rows themselves, by id: they may be on another page than the one shown. */
export type Selection<Item> = ReadonlyMap<string, Item>;

interface Selecting<Item> {
  readonly selected: Selection<Item>;
  readonly onChange: (selected: Selection<Item>) => void;
  readonly canSelect: (item: Item) => boolean;
  /** The accessible name of a row's checkbox. */
  readonly nameOf: (item: Item) => string;
}

/** A pulsing line over rows that are being replaced. Dimmed text would lack contrast. */
const loadingLine =
  "relative before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:animate-pulse before:bg-blue before:content-['']";

/** Ascending, then descending, then the list's default order. */
function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, desc: false };
  return sort.desc ? null : { column, desc: true };
}

/** A page of a long list: a table if there is room, else a card for each row. */
export function DataTable<Item, What extends string>({
  label,
  items,
  columns,
  idOf,
  picture,
  sort,
  onSort,
  onOpen,
  selecting,
  busy,
}: {
  label: string;
  items: readonly Item[];
  columns: readonly ListColumn<Item, What>[];
  idOf: (item: Item) => string;
  picture: ((item: Item) => ReactNode) | undefined;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  onOpen: (what: What, item: Item) => void;
  selecting?: Selecting<Item>;
  /** The next page is loading: these rows are from the previous one. */
  busy: boolean;
}) {
  const wide = useWide();
  const list = useRowFocus(adminHeadingId);
  const selectable = items.filter((item) => selecting?.canSelect(item) === true);
  const ticked = selectable.filter((item) => selecting?.selected.has(idOf(item)) === true);

  function tick(rows: readonly Item[], isTicked: boolean): void {
    const next = new Map(selecting?.selected);
    for (const item of rows)
      if (isTicked) next.set(idOf(item), item);
      else next.delete(idOf(item));
    selecting?.onChange(next);
  }

  const selectAll = selecting !== undefined && (
    <Tick
      label={text.selectAll}
      checked={ticked.length > 0 && ticked.length === selectable.length}
      partly={ticked.length > 0 && ticked.length < selectable.length}
      disabled={busy || selectable.length === 0}
      onChange={() => tick(selectable, ticked.length < selectable.length)}
    />
  );
  const rows = items.map((item) => {
    const id = idOf(item);
    const isSelected = selecting?.selected.has(id) === true;
    const box = selecting !== undefined && (
      <Tick
        label={text.select(selecting.nameOf(item))}
        checked={isSelected}
        disabled={busy || !selecting.canSelect(item)}
        onChange={() => tick([item], !isSelected)}
      />
    );
    return { id, item, isSelected, box, open: (what: What) => onOpen(what, item) };
  });

  if (!wide) {
    return (
      <div aria-busy={busy} className={clsx(busy && loadingLine)}>
        {selecting !== undefined && rows.length > 0 && (
          <div className="mb-2 flex items-center ps-2 text-sm text-ink-soft">
            {selectAll}
            <span aria-hidden="true">{text.selectAll}</span>
          </div>
        )}
        <ul ref={list} aria-label={label} className="flex flex-col gap-3">
          {rows.map(({ id, item, isSelected, box, open }) => (
            <li
              key={id}
              data-row={id}
              className={clsx(
                "flex gap-1 rounded-lg border p-2",
                isSelected ? "border-blue bg-blue-soft" : "border-line",
              )}
            >
              {box}
              <div className={clsx("min-w-0 grow py-2 pe-2", selecting === undefined && "ps-2")}>
                <RowCard item={item} columns={columns} picture={picture} open={open} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    );
  }

  // The checkboxes are before the first column and stick with it.
  const pinnedAt = (index: number) =>
    clsx(
      index === 0 && pinnedStart,
      index === 0 && selecting !== undefined && "left-12!",
      index === columns.length - 1 && index > 0 && pinnedEnd,
    );

  return (
    <Table label={label} pinned aria-busy={busy} className={clsx(busy && loadingLine)}>
      <thead>
        <tr className="bg-surface">
          {selecting !== undefined && <Th className={clsx("w-11 p-0! ps-1!", pinnedStart)}>{selectAll}</Th>}
          {columns.map(({ id, label: name, sort: key, className }, index) => {
            const sorted = key !== undefined && sort?.column === key ? (sort.desc ? "desc" : "asc") : false;
            return (
              <Th
                key={id}
                aria-sort={sorted === false ? undefined : sorted === "asc" ? "ascending" : "descending"}
                className={clsx("px-2! @4xl:px-3!", pinnedAt(index), className)}
              >
                {key === undefined ? (
                  name
                ) : (
                  <button
                    type="button"
                    onClick={() => onSort(nextSort(sort, key))}
                    className={clsx(
                      "-mx-2 -my-1.5 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 font-semibold hover:bg-sunken",
                      sorted !== false && "text-ink",
                    )}
                  >
                    {name}
                    <SortMark sorted={sorted} />
                  </button>
                )}
              </Th>
            );
          })}
        </tr>
      </thead>
      <tbody ref={list}>
        {rows.map(({ id, item, isSelected, box, open }) => (
          <tr key={id} data-row={id} className={isSelected ? "bg-blue-soft" : "bg-paper hover:bg-surface"}>
            {selecting !== undefined && <Td className={clsx("p-0! ps-1!", pinnedStart)}>{box}</Td>}
            {columns.map(({ id: column, cell, className }, index) => (
              <Td key={column} className={clsx("px-2! py-2! @4xl:px-3!", pinnedAt(index), className)}>
                {cell(item, open)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A row on a phone: title and corner, lines, facts, and buttons at the foot. */
function RowCard<Item, What extends string>({
  item,
  columns,
  picture,
  open,
}: {
  item: Item;
  columns: readonly ListColumn<Item, What>[];
  picture: ((item: Item) => ReactNode) | undefined;
  open: (what: What) => void;
}) {
  const at = (place: CardPlace) =>
    columns
      .filter(({ inCard }) => inCard === place)
      .map(({ id, cell, cardCell = cell }) => <Fragment key={id}>{cardCell(item, open)}</Fragment>);
  const facts = at("fact");
  return (
    <>
      <div className="flex gap-3 tiny:flex-col">
        {picture?.(item)}
        <div className="min-w-0 grow">
          <div className="flex items-start justify-between gap-x-3 tiny:flex-wrap">
            <div className="min-w-0 font-semibold wrap-anywhere">{at("title")}</div>
            <div className="text-end">{at("corner")}</div>
          </div>
          {facts.length > 0 && (
            <div className="flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
              {facts.map((fact) => (
                <span key={fact.key}>{fact}</span>
              ))}
            </div>
          )}
        </div>
      </div>
      <div className="flex flex-col items-start gap-1 text-sm text-ink-soft *:max-w-full not-empty:mt-1">
        {at("line")}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft tabular-nums empty:hidden">
        {at("foot")}
        {at("actions")}
      </div>
    </>
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
  onChange: () => void;
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
