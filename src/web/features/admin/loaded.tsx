import type { ReactNode } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import type { ListQuery } from "./list-frame.tsx";

/** A screen of one record in its four states: loading, gone, failed, there. */
export function LoadedRecord<Data>({
  query,
  gone,
  children,
}: {
  query: Omit<ListQuery<Data>, "isPlaceholderData">;
  /** Said where there is no such record. */
  gone: { title: string; text: string };
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error instanceof ApiError && query.error.status === 404) return <EmptyState {...gone} />;
  return query.isError ? (
    <ErrorState
      title={adminPageMessages.loadFailed}
      text={messageOf(query.error, adminPageMessages.loadFailedHint)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <Loading label={adminPageMessages.loading}>
      <Skeleton className="h-96 rounded-lg" />
    </Loading>
  );
}
