import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { resultColumns } from "./result-lists.tsx";

/** Placeholders in the shape of cards. */
export function CardSkeletons() {
  return (
    <Loading label={text.loading}>
      <div className={`grid gap-4 compact:gap-2 ${resultColumns}`}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="overflow-hidden rounded-lg border border-line compact:flex">
            <Skeleton className="aspect-4/3 rounded-none compact:w-[clamp(6.5rem,33%,9rem)] compact:flex-none" />
            <div className="flex grow flex-col gap-2.5 p-4 compact:gap-2 compact:px-3 compact:py-2">
              <Skeleton className="h-7 w-32 compact:h-5" />
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="mt-2 h-14 w-full compact:mt-0 compact:h-4" />
              <Skeleton className="mt-2 h-9 w-28 compact:hidden" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

export function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      {Array.from({ length: 9 }, (_, index) => (
        <Skeleton key={index} className="h-9 w-full" />
      ))}
    </div>
  );
}
