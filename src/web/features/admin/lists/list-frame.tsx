import type { ReactNode } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { EmptyState, Loading, Skeletons } from "#web/components/states.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { messageOf } from "#web/lib/api-error.ts";
import { LoadFailed, type ListQuery } from "#web/features/admin/parts/loaded.tsx";
import type { ListState } from "./list-address.ts";
import type { ListAddress } from "./use-list-address.ts";
import { type PageInfo, Pager } from "./pager.tsx";

const text = adminPageMessages.table;

/** True if a search or a filter narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return state.q !== "" || Object.keys(state.filters).length > 0;
}

/** A list in its four states, with pagination. */
export function ListFrame<Data extends { readonly pagination: PageInfo }>({
  query,
  address,
  isEmpty,
  empty,
  children,
}: {
  query: ListQuery<Data>;
  address: ListAddress;
  isEmpty: (data: Data) => boolean;
  /** Shown if the list has no rows at all. */
  empty: { title: string; text?: string };
  children: (data: Data, busy: boolean) => ReactNode;
}) {
  const { data } = query;
  if (data === undefined) {
    return query.isError ? <LoadFailed query={query} /> : <LoadingRows />;
  }
  const busy = query.isPlaceholderData;
  const page = data.pagination;
  if (isEmpty(data) && !busy) {
    if (page.page > 1) {
      return (
        <EmptyState title={text.beyondEnd}>
          <Button variant="secondary" onClick={() => address.change({})}>
            {text.toFirstPage}
          </Button>
        </EmptyState>
      );
    }
    if (!isNarrowed(address.state)) return <EmptyState {...empty} />;
    const hasWords = address.state.q !== "";
    return (
      <EmptyState
        title={hasWords ? text.nothingFound : text.nothingFiltered}
        text={hasWords ? text.nothingFoundHint : text.nothingFilteredHint}
      >
        <Button variant="secondary" onClick={() => address.change({ q: "", filters: {} })}>
          {hasWords ? text.clearAll : text.clearFilters}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      {query.isError && <FormError>{messageOf(query.error, adminPageMessages.loadFailedHint)}</FormError>}
      <div>
        {children(data, busy)}
        <Pager info={page} busy={busy} onGo={(next) => address.change({ page: next })} />
      </div>
    </>
  );
}

function LoadingRows() {
  return (
    <Loading label={adminPageMessages.loading} className="flex flex-col gap-2">
      <p aria-hidden="true" className="text-ink-soft">
        {adminPageMessages.loading}
      </p>
      <Skeletons count={6} className="h-28 rounded-lg md:h-14" />
    </Loading>
  );
}
