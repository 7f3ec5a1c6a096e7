import { homeMessages as text } from "#domain/messages/home.ts";
import { HomePage } from "#web/features/home/home-page.tsx";
import { siteJsonLd } from "#web/features/home/home-meta.ts";
import { type Market, type NewestCar, loadMarket, loadNewest } from "#web/features/home/load-home.ts";
import { pageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/home";

type PageData = { newest: NewestCar[] | null; market: Market | null; year: number };

export async function loader({ context }: Route.LoaderArgs): Promise<PageData> {
  const { api } = context.get(apiContext);
  // The browser retries what fails here; the rest of the page does not need it.
  const [newest, market] = await Promise.all([
    loadNewest(api).catch(() => null),
    loadMarket(api).catch(() => null),
  ]);
  return { newest, market, year: new Date().getFullYear() };
}

/** In client-side navigation the home page renders at once and loads its data itself. */
export function clientLoader(): PageData {
  return { newest: null, market: null, year: new Date().getFullYear() };
}

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  return [
    ...pageMeta({
      site,
      title: text.title(site?.name ?? ""),
      description: text.metaDescription,
      path: "/",
    }),
    ...(site ? [{ "script:ld+json": siteJsonLd(site) }] : []),
  ];
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />;
}
