import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { resultColumns } from "./result-lists.tsx";

/** Cards on their way, in the shape they will have. */
export function CardSkeletons({ count = 6 }: { count?: number }) {
  return (
    <Loading label={text.loading}>
      <div className={`grid gap-4 ${resultColumns}`}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="overflow-hidden rounded-lg border border-line">
            <Skeleton className="aspect-4/3 rounded-none" />
            <div className="flex flex-col gap-2.5 p-4">
              <Skeleton className="h-7 w-32" />
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="mt-2 h-14 w-full" />
              <Skeleton className="mt-2 h-9 w-28" />
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
