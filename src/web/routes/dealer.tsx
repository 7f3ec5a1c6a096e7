import { formatNumber } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import { sellerSearch } from "#domain/search/seller-search.ts";
import { dealerJsonLd, type DealerDetails } from "#web/features/dealer/dealer-meta.ts";
import { PublicDealerPage } from "#web/features/dealer/public-page.tsx";
import { CarGrid } from "#web/features/search/car-grid.tsx";
import { type CarSummary, summarizeCar } from "#web/features/search/car-summary.ts";
import { pageOfAddress, queryOfSearch, searchOfAddress } from "#web/features/search/search-address.ts";
import { CarsOfSeller } from "#web/features/sellers/cars-of-seller.tsx";
import { sellerCarsQuery, sellerPages } from "#web/features/sellers/load-seller.ts";
import type { ApiClient } from "#web/lib/api-types.ts";
import { api } from "#web/lib/auth.ts";
import { withPageStatus } from "#web/lib/page-errors.ts";
import { absolute, pageMeta } from "#web/lib/page-meta.ts";
import { cacheCars } from "#web/lib/cached-cars.ts";
import { sellerPath } from "#web/lib/seller-path.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/dealer";

const text = dealerPageMessages.publicPage;

type PageData = {
  dealer: DealerDetails;
  cars: CarSummary[];
  search: CarSearch;
  page: number;
  pages: number;
  /** When they were loaded. Ages are relative to it, so that server and browser render the same. */
  now: string;
};

const searchOf = (fields: URLSearchParams) => sellerSearch(searchOfAddress(fields));
const pathOf = (id: string) => sellerPath({ id, isDealer: true });

async function load(client: ApiClient, id: string, address: string): Promise<PageData> {
  const params = new URL(address).searchParams;
  const search = searchOf(params);
  const page = pageOfAddress(params);
  const { cars, ...dealer } = await client("GET /api/dealers/{id}", {
    params: { id },
    query: sellerCarsQuery(search, page),
  });
  cacheInBrowser(cars);
  return {
    dealer,
    cars: cars.map(summarizeCar),
    search,
    page,
    pages: sellerPages(dealer.found),
    now: new Date().toISOString(),
  };
}

/** Only in the browser: on the server the cache would be shared by all visitors. */
function cacheInBrowser(cars: Parameters<typeof cacheCars>[0]): void {
  if (typeof document !== "undefined") cacheCars(cars);
}

export async function loader({ params, context, request }: Route.LoaderArgs): Promise<PageData> {
  return load(context.get(apiContext).api, params.id, request.url);
}

/** In client-side navigation the browser calls the API directly. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<PageData> {
  return withPageStatus(load(api, params.id, request.url));
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  if (loaderData === undefined) return [{ title: site?.name ?? "" }, { name: "robots", content: "noindex" }];
  const { dealer, cars, page } = loaderData;
  const image = cars[0]?.photo?.url;
  const publicUrl = site?.publicUrl ?? "";
  return [
    ...pageMeta({
      site,
      title: text.documentTitle(dealer.businessName, dealer.town, page, site?.name ?? ""),
      description: text.metaDescription(
        dealer.businessName,
        dealer.town,
        text.carCount(formatNumber(dealer.carCount), dealer.carCount),
      ),
      path: pathOf(dealer.id) + queryOfSearch(emptySearch, page),
    }),
    {
      "script:ld+json": dealerJsonLd(
        dealer,
        publicUrl,
        image === undefined ? undefined : absolute(image, publicUrl),
      ),
    },
  ];
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { dealer, cars, search, page, pages, now } = loaderData;
  return (
    <PublicDealerPage
      dealer={dealer}
      now={now}
      cars={
        <CarsOfSeller
          counts={dealer}
          search={search}
          page={page}
          pages={pages}
          href={(other, number) => pathOf(dealer.id) + queryOfSearch(other, number)}
          searchOf={searchOf}
          empty={text.empty}
          cars={
            <CarGrid
              cars={cars}
              now={now}
              from={{ page: "dealer", id: dealer.id }}
              sizes="(min-width: 80rem) 19rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw"
              columns="sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
              priority={1}
            />
          }
        />
      }
    />
  );
}
