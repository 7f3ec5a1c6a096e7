import { type ReactNode, useMemo, useState } from "react";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import type { ListName } from "#web/lib/api-types.ts";
import { api } from "#web/lib/auth.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { DataTable, type Selection } from "./data-table.tsx";
import type { AdminListOf, Listed } from "./declare-list.ts";
import { listQuery, type ListState } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import { CsvLink, FilterField, SearchField, SortSelect, Toolbar } from "./list-toolbar.tsx";
import { type ListAddress, useListAddress } from "./use-list-address.ts";

/** The ticked rows of a list, across its pages; cleared when the search or a filter changes. */
function useSelection<Item>(state: ListState) {
  const list = JSON.stringify([state.q, state.filters]);
  const [ticked, setTicked] = useState<{ list: string; selected: Selection<Item> }>({
    list,
    selected: new Map(),
  });
  const selected: Selection<Item> = ticked.list === list ? ticked.selected : new Map();
  return { selected, select: (next: Selection<Item>) => setTicked({ list, selected: next }) };
}

/** The address without `view`, so that clearing the filters leaves the view as it is. */
function withoutView(address: ListAddress, view: Readonly<Record<string, string>>): ListAddress {
  const { state, change } = address;
  const filters = Object.fromEntries(Object.entries(state.filters).filter(([name]) => !(name in view)));
  return {
    ...address,
    state: { ...state, filters },
    change: (wanted, options) =>
      change(
        wanted.filters === undefined ? wanted : { ...wanted, filters: { ...wanted.filters, ...view } },
        options,
      ),
  };
}

/** A declared list, searched, filtered, sorted and paged by the server: a table, or cards on a phone. */
export function AdminList<Name extends ListName, Item, What extends string>({
  list,
  aside,
  children,
}: {
  list: AdminListOf<Name, Item, What>;
  /** Beside the filters. */
  aside?: ReactNode;
  /** Between the filters and the rows. */
  children?: (address: ListAddress, listed: Listed<Item> | undefined) => ReactNode;
}) {
  const { endpoint, read, idOf, text, columns, search, filters = [], pageSize, bulk, dialogs } = list;
  const address = useListAddress(list.shape);
  const { state, change } = address;
  const query = listQuery(state);
  const { page: _page, ...whole } = query;
  const rows = useAdminQuery([endpoint, query], async (options) => {
    const asked = new URLSearchParams({ ...query, ...(pageSize !== undefined && { limit: `${pageSize}` }) });
    return read(await api.list(endpoint, asked, options));
  });
  const { selected, select } = useSelection<Item>(state);
  const [doing, setDoing] = useState<{ what: What; item: Item } | null>(null);
  const sorts = useMemo(
    () => columns.flatMap(({ sort, label }) => (sort === undefined ? [] : [{ id: sort, label }])),
    [columns],
  );
  const extra = children?.(address, rows.data);
  const fields = filters.filter(({ kind }) => kind !== "linked");
  const choices = fields.filter(({ kind }) => kind === "choice");
  const oddChoice = choices.length % 2 === 1 ? choices.at(-1) : undefined;
  const hasToolbar = search !== undefined || fields.length > 0 || aside !== undefined || list.csv === true;

  return (
    <div className="flex flex-col gap-4">
      {hasToolbar && (
        <Toolbar isGrid={fields.length > 2}>
          {search !== undefined && (
            <SearchField
              label={search.label}
              clearLabel={search.clear}
              q={state.q}
              onSearch={(q, refined) => change({ q }, { replace: refined })}
            />
          )}
          {fields.map((filter) => (
            <FilterField
              key={filter.kind === "days" ? "days" : filter.name}
              filter={filter}
              address={address}
              clearLabel={search?.clear ?? ""}
              isWide={filter === oddChoice}
            />
          ))}
          {sorts.length > 0 && (
            <SortSelect columns={sorts} sort={state.sort} onSort={(sort) => change({ sort })} />
          )}
          {list.csv === true && (
            <CsvLink href={`${endpoint.replace("GET ", "")}/export?${new URLSearchParams(whole)}`} />
          )}
          {aside}
        </Toolbar>
      )}
      {extra}
      {bulk !== undefined && (
        <BulkDelete
          texts={bulk.text}
          max={adminLimits.maxBulk}
          selected={selected}
          nameOf={bulk.bulkName}
          onRemove={bulk.remove}
          onClear={() => select(new Map())}
        />
      )}
      <ListFrame
        query={rows}
        address={withoutView(address, list.view ?? {})}
        isEmpty={({ items }) => items.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {({ items, found }, busy) => (
          <>
            {found !== undefined && (
              <p role="status" className="mb-3 text-sm text-ink-soft tabular-nums">
                {found}
              </p>
            )}
            <DataTable
              label={text.list}
              items={items}
              columns={columns}
              idOf={idOf}
              picture={list.picture}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              onOpen={(what, item) => setDoing({ what, item })}
              {...(bulk !== undefined && {
                selecting: {
                  selected,
                  onChange: select,
                  canSelect: bulk.canSelect ?? (() => true),
                  nameOf: bulk.rowName,
                },
              })}
              busy={busy}
            />
          </>
        )}
      </ListFrame>
      {doing !== null &&
        dialogs?.[doing.what](doing.item, {
          close: () => setDoing(null),
          open: (what) => setDoing({ what, item: doing.item }),
          drop: (item) => select(new Map([...selected].filter(([id]) => id !== idOf(item)))),
        })}
    </div>
  );
}
