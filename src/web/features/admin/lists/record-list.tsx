import { type ReactNode, useState } from "react";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { BulkDelete, type BulkOutcome, type BulkTexts } from "./bulk-delete.tsx";
import { type Column, DataTable, type Selection } from "./data-table.tsx";
import { type ListState, listQuery } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import { CsvLink, FilterSelect, SearchField, SortSelect, Toolbar } from "./list-toolbar.tsx";
import type { ListQuery } from "#web/features/admin/parts/loaded.tsx";
import type { PageInfo } from "./pager.tsx";
import type { ListAddress } from "./use-list-address.ts";

interface RecordTexts extends BulkTexts {
  readonly search: string;
  readonly clear: string;
  readonly list: string;
  readonly empty: string;
  readonly emptyHint: string;
}

interface RecordPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: PageInfo;
  /** How many were found, of how many. */
  readonly found: string;
}

/** Deleting five hundred, with all that is theirs, takes its time. */
export const bulkCall = { timeoutMs: 60_000 };

/** What is ticked in a list, over its pages; another search or filter is another list, in which nothing is. */
export function useSelection<Item>(state: ListState) {
  const list = JSON.stringify([state.q, state.filters]);
  const [ticked, setTicked] = useState<{ list: string; selected: Selection<Item> }>({
    list,
    selected: new Map(),
  });
  const selected: Selection<Item> = ticked.list === list ? ticked.selected : new Map();
  const select = (next: Selection<Item>) => setTicked({ list, selected: next });
  return {
    selected,
    select,
    /** Something that was deleted is no longer ticked. */
    drop: (gone: string) => select(new Map([...selected].filter(([id]) => id !== gone))),
  };
}

const anyRow = () => true;

/** The list of users or cars: searched, filtered, sorted and cut by the server, ticked and deleted here. */
export function RecordList<Item extends { readonly _id: string }>({
  texts,
  address,
  query,
  filter,
  sorts,
  exportPath,
  selection: { selected, select },
  columns,
  canSelect = anyRow,
  rowName,
  bulkName,
  renderCard,
  onBulkRemove,
  children,
}: {
  texts: RecordTexts;
  address: ListAddress;
  query: ListQuery<RecordPage<Item>>;
  /** The filter beside the search: its name in the address, and its values; "" for all. */
  filter: { name: string; label: string; options: readonly { value: string; label: string }[] };
  /** What the list can be sorted by where it has no headings. */
  sorts: readonly { id: string; label: string }[];
  exportPath: string;
  selection: Pick<ReturnType<typeof useSelection<Item>>, "selected" | "select">;
  columns: Column<Item>[];
  canSelect?: (item: Item) => boolean;
  rowName: (item: Item) => string;
  /** What a row is called in the question before it is deleted with others. */
  bulkName: (item: Item) => string;
  renderCard: (item: Item) => ReactNode;
  onBulkRemove: (ids: string[], reason: string) => Promise<BulkOutcome>;
  /** Between the toolbar and the list. */
  children?: ReactNode;
}) {
  const { state, change } = address;
  const { page: _page, ...listed } = listQuery(state);
  return (
    <>
      <Toolbar>
        <SearchField
          label={texts.search}
          clearLabel={texts.clear}
          q={state.q}
          onSearch={(q, refined) => change({ q }, { replace: refined })}
        />
        <FilterSelect
          label={filter.label}
          value={state.filters[filter.name] ?? ""}
          options={filter.options}
          onChange={(value) => address.filter(filter.name, value)}
        />
        <SortSelect columns={sorts} sort={state.sort} onSort={(sort) => change({ sort })} />
        <CsvLink href={`${exportPath}?${new URLSearchParams(listed)}`} />
      </Toolbar>
      {children}
      <BulkDelete
        texts={texts}
        most={adminLimits.maxBulk}
        selected={selected}
        nameOf={bulkName}
        onRemove={onBulkRemove}
        onClear={() => select(new Map())}
      />
      <ListFrame
        query={query}
        address={address}
        isEmpty={(data) => data.items.length === 0}
        empty={{ title: texts.empty, text: texts.emptyHint }}
      >
        {(data, busy) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-soft tabular-nums">
              {data.found}
            </p>
            <DataTable
              label={texts.list}
              items={data.items}
              columns={columns}
              idOf={(item) => item._id}
              renderCard={renderCard}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              selecting={{ selected, onChange: select, canSelect, nameOf: rowName }}
              busy={busy}
            />
          </>
        )}
      </ListFrame>
    </>
  );
}
