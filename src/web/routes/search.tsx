import { lazy, Suspense, useState } from "react";
import { data } from "react-router";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { carSearchParams } from "#domain/search/car-search.ts";
import { searchSubject } from "#domain/search/search-subject.ts";
import { isPhone, phoneHeaders } from "#domain/site/is-phone.ts";
import { loadSearch, type SearchResults } from "#web/features/search/load-search.ts";
import { fieldsShown, type PanelSent } from "#web/features/search/panel-sections.ts";
import {
  asksForEveryFilter,
  pageOfAddress,
  searchHref,
  searchOfAddress,
} from "#web/features/search/search-address.ts";
import { isIndexable, searchDescription } from "#web/features/search/search-meta.ts";
import { SearchPage } from "#web/features/search/search-page.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { pageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import type { Route } from "./+types/search";

type PageData = {
  results: SearchResults | null;
  failed: boolean;
  year: number;
  panelSent: PanelSent;
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const now = new Date();
  const year = now.getFullYear();
  const search = searchOfAddress(params);
  const { headers } = request;
  const panelSent = asksForEveryFilter(params)
    ? "all"
    : isPhone(headers.get("sec-ch-ua-mobile"), headers.get("user-agent"))
      ? "none"
      : "usual";
  const common = { year, panelSent } as const;
  try {
    const results = await loadSearch(context.get(apiContext).api, search, pageOfAddress(params), {
      fields: fieldsShown(search, panelSent),
      trimmed: true,
      now,
    });
    return data<PageData>({ results, failed: false, ...common }, { headers: { Vary: phoneHeaders } });
  } catch (error) {
    // The page shows the failure itself, with a retry button.
    const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 5) : 5;
    return data<PageData>(
      { results: null, failed: true, ...common },
      { status: 503, headers: { "Retry-After": String(retryAfter), Vary: phoneHeaders } },
    );
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs): Headers => loaderHeaders;

/** In client-side navigation the page calls the API itself, and caches what it has loaded. */
export function clientLoader(): PageData {
  return { results: null, failed: false, year: new Date().getFullYear(), panelSent: "none" };
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const params = new URLSearchParams(location.search);
  const search = searchOfAddress(params);
  const page = pageOfAddress(params);
  const site = matches[0].loaderData?.site;
  const subject = searchSubject(search) + (page > 1 ? `, ${text.pageOf(page)}` : "");
  const total = loaderData?.results?.total ?? null;
  const query = carSearchParams({ ...search, sort: "standard" }).toString();
  const feed = {
    tagName: "link",
    rel: "alternate",
    type: "application/atom+xml",
    title: searchSubject(search),
    href: `/search.atom${query === "" ? "" : `?${query}`}`,
  };
  const described = pageMeta({
    site,
    title: text.documentTitle(subject, site?.name ?? ""),
    description: searchDescription(search, total),
    path: searchHref({ ...search, sort: "standard" }, page),
    schema: "SearchResultsPage",
    index: isIndexable(search) && total !== 0,
  });
  return [...described, feed];
}

// Only with a chosen filter, and after hydration: a first visit does not need it.
const SaveSearchButton = lazy(() =>
  import("#web/features/saved-searches/save-search-button.tsx").catch(() => ({ default: () => null })),
);

function SaveWhenHydrated({ query }: { query: string }) {
  return useHydrated() ? (
    <Suspense>
      <SaveSearchButton query={query} />
    </Suspense>
  ) : null;
}

const saveButton = (query: string) => <SaveWhenHydrated query={query} />;

export default function Page({ loaderData }: Route.ComponentProps) {
  const { results, failed, year, panelSent } = loaderData;
  // Only the first render uses them; later searches are loaded by the page.
  const [initial] = useState(() => results);
  return <SearchPage initial={initial} failed={failed} year={year} panelSent={panelSent} save={saveButton} />;
}
