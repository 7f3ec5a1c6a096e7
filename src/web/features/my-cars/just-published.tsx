import { useLocation } from "react-router";
import type { Car } from "#contract/cars.ts";
import { formatEuro } from "#domain/format/format.ts";
import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { shareTitle } from "#domain/messages/share.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { ShareWays } from "#web/components/share-ways.tsx";
import { property } from "#web/lib/property.ts";
import { wholeItems } from "#web/lib/whole-items.ts";

/** What to do with a car just published: view it, share it. */
export function JustPublished({ cars }: { cars: readonly Car[] }) {
  const { state } = useLocation();
  const published = property(state, "published");
  const car = cars.find(({ _id }) => _id === published);
  if (car === undefined || car.deleted || car.sold) return null;
  const name = `${car.brand} ${car.model}`;
  return (
    <section aria-labelledby="just-published" className="mt-6 rounded-lg bg-green-soft p-4 sm:p-6">
      <div className="flex items-center gap-4">
        <CarPhoto car={car} sizes="8rem" className="aspect-4/3 w-24 shrink-0 rounded-md sm:w-32" />
        <div className="min-w-0 wrap-anywhere">
          <h2 id="just-published" className="text-xl">
            {text.publishedTitle}
          </h2>
          <p className="tabular-nums">{wholeItems([name, formatEuro(car.price)])}</p>
        </div>
      </div>
      <p className="mt-3 mb-4">{text.publishedText}</p>
      <div className="mb-2 flex flex-wrap gap-2 max-sm:*:w-full">
        <ButtonLink to={`/car/${car._id}`}>{text.publishedSee}</ButtonLink>
        <ButtonLink to={`/my-publishings/${car._id}/sheet`} variant="secondary">
          {text.printSheet}
        </ButtonLink>
      </div>
      <ShareWays path={`/car/${car._id}`} title={shareTitle(car)} />
    </section>
  );
}
