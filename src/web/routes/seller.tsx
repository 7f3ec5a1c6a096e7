import { redirect } from "react-router";
import { formatNumber } from "#domain/format/format.ts";
import { sellerMessages as text } from "#domain/messages/sellers.ts";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import { sellerSearch } from "#domain/search/seller-search.ts";
import { CarGrid } from "#web/features/search/car-grid.tsx";
import { type CarSummary, summarizeCar } from "#web/features/search/car-summary.ts";
import { pageOfAddress, queryOfSearch, searchOfAddress } from "#web/features/search/search-address.ts";
import { CarsOfSeller } from "#web/features/sellers/cars-of-seller.tsx";
import { loadSeller, type SellerDetails } from "#web/features/sellers/load-seller.ts";
import { SellerPage } from "#web/features/sellers/seller-page.tsx";
import type { ApiClient } from "#web/lib/api-types.ts";
import { api } from "#web/lib/auth.ts";
import { withPageStatus } from "#web/lib/page-errors.ts";
import { pageMeta } from "#web/lib/page-meta.ts";
import { cacheCars } from "#web/lib/cached-cars.ts";
import { sellerPath } from "#web/lib/seller-path.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/seller";

type PageData = {
  seller: SellerDetails;
  cars: CarSummary[];
  search: CarSearch;
  page: number;
  pages: number;
  /** When they were loaded. Ages are relative to it, so that server and browser render the same. */
  now: string;
};

const searchOf = (fields: URLSearchParams) => sellerSearch(searchOfAddress(fields));

async function load(client: ApiClient, id: string, address: string): Promise<PageData> {
  const params = new URL(address).searchParams;
  const search = searchOf(params);
  const page = pageOfAddress(params);
  const { cars, seller, pages } = await loadSeller(client, id, search, page);
  // 302, not 301: a dealer may stop being one.
  if (seller.isDealer) throw redirect(sellerPath(seller) + queryOfSearch(search, page), 302);
  // Only in the browser: on the server the cache would be shared by all visitors.
  if (typeof document !== "undefined") cacheCars(cars);
  return { seller, cars: cars.map(summarizeCar), search, page, pages, now: new Date().toISOString() };
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
  const { seller, page } = loaderData;
  return pageMeta({
    site,
    title: text.documentTitle(seller.name, page, site?.name ?? ""),
    description: text.metaDescription(
      seller.name,
      text.onSale(formatNumber(seller.carCount), seller.carCount),
    ),
    path: sellerPath(seller) + queryOfSearch(emptySearch, page),
    schema: "WebPage",
    index: seller.carCount > 0,
  });
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { seller, cars, search, page, pages, now } = loaderData;
  return (
    <SellerPage
      seller={seller}
      cars={
        <CarsOfSeller
          counts={seller}
          search={search}
          page={page}
          pages={pages}
          href={(other, number) => sellerPath(seller) + queryOfSearch(other, number)}
          searchOf={searchOf}
          cars={
            <CarGrid
              cars={cars}
              now={now}
              from={{ page: "seller", id: seller.id }}
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
