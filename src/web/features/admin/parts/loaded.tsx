import type { ComponentProps, ReactNode } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { LoadFailed as Failed, Loaded as LoadedQuery, type LoadQuery } from "#web/components/loaded.tsx";
import { Loading, Skeleton } from "#web/components/states.tsx";

/** A paged list of the API; the last page stays as placeholder data while the next one loads. */
export interface ListQuery<Data> extends LoadQuery<Data> {
  readonly isPlaceholderData: boolean;
}

const words = { failed: adminPageMessages.loadFailed, hint: adminPageMessages.loadFailedHint };

export function LoadFailed({ query }: Pick<ComponentProps<typeof Failed>, "query">) {
  return <Failed query={query} {...words} />;
}

const aRecord = (
  <Loading label={adminPageMessages.loading}>
    <Skeleton className="h-96 rounded-lg" />
  </Loading>
);

/** A query of the administration in its four states. */
export function Loaded<Data>({
  loading = aRecord,
  ...loaded
}: {
  query: LoadQuery<Data>;
  gone?: { title: string; text: string };
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  return <LoadedQuery loading={loading} {...words} {...loaded} />;
}
