import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatEuro } from "#domain/format/format.ts";
import { homeMessages } from "#domain/messages/home.ts";
import { Badge } from "#web/components/badge.tsx";
import { ButtonLink } from "#web/components/button.tsx";
import { Photo } from "#web/components/photo.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { backState } from "#web/lib/back.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { api } from "#web/lib/auth.ts";
import { type NewestCar, loadNewest } from "./load-home.ts";
import { useRotatingCarousel } from "./use-carousel.ts";

const text = homeMessages.newest;
const frame = "overflow-hidden rounded-xl bg-sunken";
const stateFrame = `${frame} w-full max-w-none!`;
// Slightly smaller than the photo: a phone of medium density then loads 640 pixels
// instead of 960, half the bytes.
const newestSizes = "(width>=80rem) 38rem,(width>=64rem) 50vw,(width>=40rem) 100vw,88vw";

/**
 * The newest cars, one at a time. `initial` null: loads them here, without TanStack
 * Query, which no public page loads.
 */
export function Newest({ initial }: { initial: readonly NewestCar[] | null }) {
  const [cars, setCars] = useState(initial);
  const [failed, setFailed] = useState(false);
  const missing = cars === null && !failed;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    loadNewest(api).then(
      (loaded) => !left && setCars(loaded),
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [missing]);

  if (failed)
    return <ErrorState title={text.failed} onRetry={() => setFailed(false)} className={stateFrame} />;
  if (cars === null) {
    return (
      <Loading label={text.loading} className={frame}>
        <Skeleton className="aspect-4/3 rounded-none" />
      </Loading>
    );
  }
  if (cars.length === 0) {
    return (
      <EmptyState title={text.empty} className={stateFrame}>
        <ButtonLink to="/add-car">{text.emptyAction}</ButtonLink>
      </EmptyState>
    );
  }
  return <Carousel cars={cars} />;
}

function Carousel({ cars }: { cars: readonly NewestCar[] }) {
  const { viewport, selected, ready, rotating, still, toggle, next, previous, hold } = useRotatingCarousel();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- these only pause the rotation
    <section
      aria-roledescription={text.roleDescription}
      aria-label={text.carousel}
      className={`relative ${frame}`}
      {...hold}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") next();
        if (event.key === "ArrowLeft") previous();
      }}
    >
      <div ref={viewport} className="overflow-hidden noscript:overflow-x-auto">
        <ul aria-live={still ? "polite" : "off"} className="newest-slides flex touch-pan-y touch-pinch-zoom">
          {cars.map((car, index) => (
            <li
              key={car.id}
              aria-roledescription={text.slideDescription}
              aria-label={text.positionLabel(index + 1, cars.length)}
              inert={ready && index !== selected}
              // All slides are as high as the first, which is in view.
              data-below-fold={index > 0 ? "flat" : undefined}
            >
              <Slide car={car} first={index === 0} />
            </li>
          ))}
        </ul>
      </div>
      <div className="absolute top-3 right-3 flex items-center rounded-full bg-black/65 text-white noscript:hidden">
        <RoundButton label={rotating ? text.pause : text.play} onPress={toggle}>
          {rotating ? <path d="M9 6v12M15 6v12" /> : <path d="M8 5.5v13l10.5-6.5Z" />}
        </RoundButton>
        <span aria-hidden="true" className="px-1 text-sm font-medium tabular-nums">
          {text.position(selected + 1, cars.length)}
        </span>
        <RoundButton label={text.previous} onPress={previous}>
          <path d="m14.5 6-6 6 6 6" />
        </RoundButton>
        <RoundButton label={text.next} onPress={next}>
          <path d="m9.5 6 6 6-6 6" />
        </RoundButton>
      </div>
    </section>
  );
}

function Slide({ car, first }: { car: NewestCar; first: boolean }) {
  return (
    <Link to={`/car/${car.id}`} state={backState({ page: "home" })} draggable={false}>
      <Photo
        src={car.photo.url}
        thumbhash={car.photo.thumbhash}
        alt={searchPageMessages.card.photoOf(`${car.name} ${car.year}`)}
        sizes={newestSizes}
        priority={first}
        behind={!first}
        className="aspect-4/3"
      />
      <span className="newest-caption">
        <span>
          {car.name}
          <span>{`${car.year} · ${car.location}`}</span>
        </span>
        <span>
          {car.isRecommended && <Badge tone="gold">{searchPageMessages.card.recommended}</Badge>}
          {formatEuro(car.price)}
        </span>
      </span>
    </Link>
  );
}

function RoundButton({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="flex size-11 items-center justify-center rounded-full hover:bg-white/20 focus-visible:-outline-offset-3 focus-visible:outline-white"
    >
      <StrokeIcon className="size-6">{children}</StrokeIcon>
    </button>
  );
}
