import { clsx } from "clsx";
import { Skeleton } from "./states.tsx";

/** Two columns on a phone; one with very large text. */
export const statColumns = "grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,35%)),1fr))]";

/** A figure with its label; null while it loads. `word`: a word, which is wider. */
export function StatCard({
  label,
  value,
  word = false,
  testId,
}: {
  label: string;
  value: string | null;
  word?: boolean;
  testId?: string;
}) {
  return (
    <div className="flex min-w-0 flex-col justify-between rounded-lg border border-line p-4">
      <p className="text-sm text-ink-soft">{label}</p>
      {value === null ? (
        <Skeleton className="mt-1 h-7 w-16 sm:h-8" />
      ) : (
        <p
          data-testid={testId}
          className={clsx(
            "font-bold tabular-nums sm:text-3xl",
            word ? "text-lg/8 min-[24rem]:text-2xl" : "truncate text-2xl",
          )}
        >
          {value}
        </p>
      )}
    </div>
  );
}
