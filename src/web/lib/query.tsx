import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "./api-error.ts";
import { useAuth } from "./auth.ts";

const maxRetries = 2;

/** Retries only failures that may be temporary: no answer, overload, a server error. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= maxRetries) return false;
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

/** Milliseconds until the next attempt: Retry-After (at most 10 s), else 0.5, 1, 2 s … */
export function retryDelay(failures: number, error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== null) return Math.min(error.retryAfter, 10) * 1000;
  return 500 * 2 ** failures;
}

/** Server state for the signed-in pages. Another account never sees what the last one loaded. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: shouldRetry, retryDelay, staleTime: 30_000, gcTime: 5 * 60_000 },
          // A write is retried by the person, who knows whether it is still wanted.
          mutations: { retry: false },
        },
      }),
  );
  const userId = useAuth().user?.id;
  const lastUser = useRef(userId);
  useEffect(() => {
    if (lastUser.current !== undefined && lastUser.current !== userId) client.clear();
    lastUser.current = userId;
  }, [client, userId]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
