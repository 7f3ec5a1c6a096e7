import type { ReactNode } from "react";
import { redirect } from "react-router";
import { offlineMessages as text } from "#domain/messages/offline.ts";
import { CarPage } from "#web/features/car/car-page.tsx";
import { OfflinePage } from "#web/features/offline/offline-page.tsx";
import { papersOf } from "#web/features/search/car-summary.ts";
import type { SavedCar } from "#web/features/offline/read-saved.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { safeNext } from "#web/lib/safe-next.ts";
import type { Route } from "./+types/offline";

/** A browser that reaches the server again is redirected to the page that did not load. */
export function loader({ url }: Route.LoaderArgs) {
  const { searchParams } = url;
  const car = searchParams.get("car");
  if (car !== null) return redirect(`/car/${encodeURIComponent(car)}`);
  if (searchParams.has("from")) return redirect(safeNext(searchParams.get("from"), "/"));
  return null;
}

/** Navigation between its own addresses must not call the server. */
export const clientLoader = () => null;

export const meta = namedPageMeta({
  title: text.title,
  description: text.description,
  path: "/offline",
  // Different for everybody, and empty on the server.
  index: false,
});

/** Only parts that need no server. */
function details({ car }: SavedCar, back: ReactNode) {
  const now = new Date().toISOString();
  return (
    <CarPage
      key={car._id}
      car={car}
      back={back}
      now={now}
      priceCuts={[]}
      address={`${location.origin}/car/${car._id}`}
      own={false}
      unlisted={false}
      favorite={null}
      follow={null}
      band={null}
      price={null}
      papers={papersOf(car, now)}
      plates={null}
      costs={null}
      compare={null}
      similar={null}
      seller={null}
    />
  );
}

export default function Page() {
  return <OfflinePage details={details} />;
}
