import { useEffect } from "react";
import { data, redirect } from "react-router";
import type { PriceCut } from "#contract/cars.ts";
import { carMessages } from "#domain/messages/car.ts";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { sharePicturePath } from "#domain/photos/share-picture.ts";
import { ErrorState, Loading } from "#web/components/states.tsx";
import {
  carBreadcrumbs,
  carDescription,
  carJsonLd,
  carTitle,
  sharedAlt,
} from "#web/features/car/car-meta.ts";
import { CarPage } from "#web/features/car/car-page.tsx";
import { carName } from "#web/features/car/car-facts.ts";
import { type CarAnswer, type CarDetails, detailsOf, loadCar } from "#web/features/car/load-car.ts";
import { useCar } from "#web/features/car/use-car.ts";
import { CostsBox } from "#web/features/costs/costs-box.tsx";
import { type CarCosts, loadCosts } from "#web/features/costs/load-costs.ts";
import { PlatesLine } from "#web/features/costs/plates-line.tsx";
import { useCosts } from "#web/features/costs/use-costs.ts";
import { CompareButton } from "#web/features/compare/compare-button.tsx";
import { PriceBandBadge } from "#web/features/prices/price-band-badge.tsx";
import { PriceBox } from "#web/features/prices/price-box.tsx";
import { FollowButton } from "#web/features/saved-searches/follow-button.tsx";
import { type CarSummary, papersOf, summarizeCar } from "#web/features/search/car-summary.ts";
import { FavoriteButton } from "#web/features/search/favorite-button.tsx";
import { RecentlySeen } from "#web/features/search/recently-seen.tsx";
import { SimilarCars } from "#web/features/search/similar-cars.tsx";
import { SellerCard } from "#web/features/sellers/seller-card.tsx";
import { NotFoundView } from "#web/features/shell/error-view.tsx";
import { api } from "#web/lib/auth.ts";
import { pageMeta } from "#web/lib/page-meta.ts";
import { noteSheetScan } from "#web/lib/sheet-scan.ts";
import { isReachable } from "#web/lib/reachable.ts";
import { noteSeen } from "#web/lib/recently-seen.ts";
import { cacheCars, cachedCar } from "#web/lib/cached-cars.ts";
import { withOfflineWriter, isSaved } from "#web/lib/offline-cars.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/car";

type PageData = {
  answer: CarAnswer;
  /** Import costs of a car without customs; null: not loaded yet. */
  costs: CarCosts | null;
  similar: CarSummary[] | null;
  priceCuts: PriceCut[] | null;
  now: string;
  /** Loaded without credentials. */
  asGuest: boolean;
};

const maxSimilar = 4;
const statusOf = { found: 200, missing: 404, failed: 503 } as const;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { api, visitorApi, hasCookie } = context.get(apiContext);
  const { id } = params;
  if (id === undefined) return data(pageData({ status: "missing" }, null, true), { status: 404 });
  const [publicAnswer, similar, priceCuts] = await Promise.all([
    loadCar(api, id),
    api("GET /api/cars/{id}/similar", { params: { id }, query: { limit: maxSimilar } }).then(
      (cars) => cars.map(summarizeCar),
      () => null,
    ),
    api("GET /api/cars/{id}/price-history", { params: { id } }).catch(() => null),
  ]);
  // An archived or hidden car exists for its owner and admins (specification.md#public-and-on-sale): if there
  // is a cookie, ask with it at once.
  const asGuest = publicAnswer.status !== "missing" || !hasCookie;
  const answer = asGuest ? publicAnswer : await loadCar(visitorApi, id);
  const costs = answer.status === "found" && hasCosts(answer.car) ? await loadCosts(api, answer.car) : null;
  return data(pageData(answer, similar, asGuest || answer.status === "missing", priceCuts, costs), {
    status: statusOf[answer.status],
    ...(answer.status === "failed" ? { headers: { "Retry-After": "5" } } : {}),
  });
}

/** specification.md#car-page: from the cache first, else by its id. */
export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Promise<PageData> {
  if (id === undefined) return pageData({ status: "missing" }, null, false);
  const cached = cachedCar(id);
  if (cached) return pageData({ status: "found", car: detailsOf(cached) }, null, false);
  const answer = await loadCar(api, id, (car) => cacheCars([car]));
  if (answer.status === "failed" && (await isSaved(id)) && !(await isReachable()))
    throw redirect(`/offline?car=${id}`);
  return pageData(answer, null, false);
}

/** Only the buyer of such a car still has to import it. */
const hasCosts = ({ customsPaid, sold }: Pick<CarDetails, "customsPaid" | "sold">) =>
  customsPaid === false && !sold;

function pageData(
  answer: CarAnswer,
  similar: CarSummary[] | null,
  asGuest: boolean,
  priceCuts: PriceCut[] | null = null,
  costs: CarCosts | null = null,
): PageData {
  return { answer, costs, similar, priceCuts, now: new Date().toISOString(), asGuest };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  const answer = loaderData?.answer;
  if (answer?.status !== "found") {
    return [{ title: text.notFoundTitle(site?.name ?? "") }, { name: "robots", content: "noindex" }];
  }
  const { car } = answer;
  return [
    ...pageMeta({
      site,
      title: carTitle(car, site?.name ?? ""),
      description: carDescription(car),
      path: `/car/${params.id}`,
      picture: { path: sharePicturePath(car), alt: sharedAlt(car) },
      type: "product",
    }),
    { "script:ld+json": carJsonLd(car, site ?? { publicUrl: "" }) },
    { "script:ld+json": carBreadcrumbs(car, site ?? { publicUrl: "" }) },
  ];
}

export default function Page({ loaderData, params, matches }: Route.ComponentProps) {
  // Another car is another page: no state of the gallery or contact is reused.
  const publicUrl = matches[0].loaderData?.site.publicUrl ?? "";
  return <CarOf key={params.id} id={params.id} loaded={loaderData} publicUrl={publicUrl} />;
}

function CarOf({ id, loaded, publicUrl }: { id: string | undefined; loaded: PageData; publicUrl: string }) {
  const { answer, retry, own } = useCar(id, loaded.answer, loaded.asGuest);
  const costly = answer.status === "found" && hasCosts(answer.car) && !answer.car.deleted ? answer.car : null;
  const costs = useCosts(costly, loaded.costs);
  const seen = answer.status === "found" ? answer.car._id : null;
  useEffect(() => {
    if (seen === null) return;
    noteSeen(seen);
    noteSheetScan(seen);
  }, [seen]);
  useEffect(() => {
    if (answer.status === "found") withOfflineWriter(({ saveOpened }) => saveOpened(answer.car));
    else if (answer.status === "missing" && id !== undefined)
      withOfflineWriter(({ forgetGone }) => forgetGone(id));
  }, [answer, id]);
  if (answer.status === "loading") return <Loading label={text.loading} className="min-h-96" />;
  if (answer.status === "failed") return <ErrorState title={answer.message} onRetry={retry} />;
  if (answer.status === "missing" || id === undefined) {
    return (
      <NotFoundView
        title={id === undefined ? carMessages.idMissing : carMessages.notFound}
        message={text.notFoundHint}
      />
    );
  }
  const { car } = answer;
  return (
    <CarPage
      car={car}
      now={loaded.now}
      priceCuts={loaded.priceCuts}
      address={`${publicUrl}/car/${car._id}`}
      own={own}
      unlisted={
        car.deleted || car.unlisted !== undefined || (loaded.asGuest && loaded.answer.status === "missing")
      }
      favorite={
        <FavoriteButton
          id={car._id}
          name={carName(car)}
          className="text-blue-text hover:bg-blue-soft aria-pressed:text-red"
        />
      }
      follow={<FollowButton carId={car._id} />}
      band={car.priceBand === null ? null : <PriceBandBadge band={car.priceBand} />}
      price={<PriceBox car={car} />}
      papers={papersOf(car, loaded.now)}
      plates={costly === null ? null : <PlatesLine car={costly} costs={costs} />}
      costs={costly === null ? null : <CostsBox car={costly} costs={costs} now={loaded.now} />}
      compare={car.deleted ? null : <CompareButton id={car._id} name={carName(car)} />}
      seller={
        car.deleted || car.unlisted !== undefined ? null : <SellerCard carId={car._id} seller={car.seller} />
      }
      similar={
        <>
          <SimilarCars carId={car._id} initial={loaded.similar} now={loaded.now} />
          <RecentlySeen besides={car._id} />
        </>
      }
    />
  );
}
