import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { OwnCarsFrame } from "#web/features/dealer/own-cars-frame.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { CarStatsPage } from "#web/features/statistics/car-stats-page.tsx";
import type { Route } from "./+types/car-stats";

export const meta = privatePageMeta(text.title);

export default function Page({ params }: Route.ComponentProps) {
  return (
    <SignedInPage>
      {(user) => (
        <OwnCarsFrame user={user}>
          <CarStatsPage id={params.id} />
        </OwnCarsFrame>
      )}
    </SignedInPage>
  );
}
