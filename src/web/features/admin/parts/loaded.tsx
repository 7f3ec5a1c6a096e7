import type { ReactNode } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { ApiError, messageOf } from "#web/lib/api-error.ts";

/** An answer of the API, as TanStack Query has it. */
export interface ListQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

/** What could not be read, and the way to try again. */
export function LoadFailed({
  query,
}: {
  query: Pick<ListQuery<unknown>, "error" | "isFetching" | "refetch">;
}) {
  return (
    <ErrorState
      title={adminPageMessages.loadFailed}
      text={messageOf(query.error, adminPageMessages.loadFailedHint)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

const aRecord = (
  <Loading label={adminPageMessages.loading}>
    <Skeleton className="h-96 rounded-lg" />
  </Loading>
);

/** What was asked for in its four states: loading, gone, failed, there. */
export function Loaded<Data>({
  query,
  gone,
  loading = aRecord,
  children,
}: {
  query: Omit<ListQuery<Data>, "isPlaceholderData">;
  /** Said where there is no such record. */
  gone?: { title: string; text: string };
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (gone && query.error instanceof ApiError && query.error.status === 404) return <EmptyState {...gone} />;
  return query.isError ? <LoadFailed query={query} /> : loading;
}
