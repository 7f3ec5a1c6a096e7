import type { ReactNode } from "react";
import { ErrorState, Loading, Skeleton } from "./states.tsx";

/** The used part of a TanStack Query result. */
interface ListQuery<Item> {
  data: readonly Item[] | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A card of the profile with a list: its heading, then loading, an error to retry, `empty`, or the rows. */
export function CardList<Item>({
  id,
  heading,
  text,
  list,
  shown = list.data ?? [],
  failed,
  empty,
  skeleton = "h-20",
  renderRow,
  children,
}: {
  /** Id of the heading; also the fragment of the section's address. */
  id: string;
  heading: string;
  text?: string;
  list: ListQuery<Item>;
  /** The items to show, if not all of them. */
  shown?: readonly Item[];
  failed: string;
  /** Replaces an empty list. */
  empty?: ReactNode;
  /** The height of a skeleton row. */
  skeleton?: string;
  renderRow: (item: Item) => ReactNode;
  /** Below the rows. */
  children?: ReactNode;
}) {
  let body: ReactNode;
  if (list.data !== undefined) {
    body =
      list.data.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <ul className="mt-2 divide-y divide-line">{shown.map(renderRow)}</ul>
      );
  } else if (list.isError) {
    body = (
      <ErrorState
        title={failed}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
        className="py-6!"
      />
    );
  } else {
    body = (
      <Loading className="mt-4 flex flex-col gap-3">
        <Skeleton className={`${skeleton} rounded-md`} />
      </Loading>
    );
  }
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line p-4 sm:p-6">
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      {text !== undefined && <p className="mt-2 text-ink-soft">{text}</p>}
      {body}
      {children}
    </section>
  );
}
