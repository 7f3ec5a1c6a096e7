import { clsx } from "clsx";
import { Link, useSearchParams } from "react-router";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { statLimits } from "#domain/statistics/stat-limits.ts";

const choices: readonly number[] = [7, statLimits.usualDays, 90];

/** The period in days, from the address; an invalid one is the default. */
export function useDays(): number {
  const [params] = useSearchParams();
  const asked = Number(params.get("days"));
  return choices.includes(asked) ? asked : statLimits.usualDays;
}

/** Links, so that the choice is in the address. */
export function DayChoice({ days }: { days: number }) {
  return (
    <nav aria-label={text.days} className="inline-flex rounded-md bg-surface p-1 max-sm:w-full">
      {choices.map((choice) => (
        <Link
          key={choice}
          to={`?days=${choice}`}
          replace
          preventScrollReset
          aria-current={choice === days ? "true" : undefined}
          className={clsx(
            "inline-flex min-h-11 grow items-center justify-center rounded-sm px-4 font-medium no-underline",
            choice === days ? "bg-paper text-ink shadow-card" : "text-ink-soft hover:text-ink",
          )}
        >
          {text.lastDays(choice)}
        </Link>
      ))}
    </nav>
  );
}
