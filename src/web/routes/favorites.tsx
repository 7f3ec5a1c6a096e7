import type { Car } from "#contract/cars.ts";
import { favoritesMessages as text } from "#domain/messages/favorites.ts";
import { FavoritesPage, favoriteColumns } from "#web/features/favorites/favorites-page.tsx";
import { CarGrid } from "#web/features/search/car-grid.tsx";
import { summarizeCar } from "#web/features/search/car-summary.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";

export const meta = namedPageMeta({
  title: text.title,
  description: text.description,
  path: "/favorites",
  // Different for everybody, and empty on the server.
  index: false,
});

function cards(cars: readonly Car[], now: string) {
  return (
    <CarGrid
      cars={cars.map(summarizeCar)}
      now={now}
      from={{ page: "favorites" }}
      sizes="(min-width: 80rem) 19rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 88vw"
      columns={favoriteColumns}
      priority={1}
    />
  );
}

export default function Page() {
  return <FavoritesPage cards={cards} />;
}
