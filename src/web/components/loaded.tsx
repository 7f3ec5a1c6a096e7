import type { ReactNode } from "react";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { EmptyState, ErrorState } from "./states.tsx";

/** The part of a TanStack query that is shown. */
export interface LoadQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A failed query, with a retry button. */
export function LoadFailed({
  query,
  failed,
  hint,
  className,
}: {
  query: Omit<LoadQuery<unknown>, "data" | "isError">;
  failed: string;
  /** Shown if the server sent no text. */
  hint?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <ErrorState
      title={failed}
      text={hint === undefined ? undefined : messageOf(query.error, hint)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
      {...(className !== undefined && { className })}
    />
  );
}

/** A query's data in its four states: loading, gone, failed, loaded. */
export function Loaded<Data>({
  query,
  failed,
  hint,
  failedClass,
  gone,
  loading,
  children,
}: {
  query: LoadQuery<Data>;
  failed: string;
  hint?: string;
  failedClass?: string;
  /** Shown for a 404. */
  gone?: { title: string; text: string } | undefined;
  loading: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (gone && query.error instanceof ApiError && query.error.status === 404) return <EmptyState {...gone} />;
  if (!query.isError) return loading;
  return <LoadFailed query={query} failed={failed} hint={hint} className={failedClass} />;
}
