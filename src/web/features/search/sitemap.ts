import { escapeXml } from "#domain/text/escape-xml.ts";
import type { ApiClient } from "#web/lib/api-types.ts";
import { pageCount } from "./load-search.ts";

/** Cars in one file of the sitemap, and in one call for it. */
export const carsPerSitemap = 500;
const carsPerCall = 100;

const totalOf = (headers: Headers) => Number(headers.get("X-Total-Count") ?? 0);

type Entry = { path: string; lastModified?: string };

/** The sitemap index: one file for the pages, and as many as needed for the cars. */
export async function sitemapIndex(api: ApiClient, publicUrl: string): Promise<string> {
  const answer = await api.answer("GET /api/cars", { query: { limit: 1 } });
  const files = pageCount(totalOf(answer.headers), carsPerSitemap);
  const numbers = Array.from({ length: files + 1 }, (_, number) => number);
  return xml(
    "sitemapindex",
    numbers.map(
      (number) => `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap/${number}.xml`)}</loc></sitemap>`,
    ),
  );
}

/**
 * File 0 has the pages; the others have the cars, newest first, and the pages of the dealers who sell them.
 * null for a file that does not exist.
 */
export async function sitemapFile(api: ApiClient, publicUrl: string, file: string): Promise<string | null> {
  const match = /^(\d{1,6})\.xml$/.exec(file);
  if (!match) return null;
  const number = Number(match[1]);
  const entries = number === 0 ? await pageEntries(api) : await carEntries(api, number);
  if (entries === null) return null;
  return xml(
    "urlset",
    entries.map(({ path, lastModified }) => {
      const changed = lastModified === undefined ? "" : `<lastmod>${escapeXml(lastModified)}</lastmod>`;
      return `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed}</url>`;
    }),
  );
}

async function pageEntries(api: ApiClient): Promise<Entry[]> {
  const facets = await api("GET /api/cars/facets", { query: { fields: "brand,location,type" } });
  const searches = (filter: "brand" | "location" | "type") =>
    Object.entries(facets[filter] ?? {})
      .filter(([, count]) => count > 0)
      .map(([value]) => ({ path: `/search?${new URLSearchParams({ [filter]: value })}` }));
  return [
    { path: "/" },
    { path: "/search" },
    { path: "/vlera" },
    { path: "/dogana" },
    ...searches("brand"),
    ...searches("type"),
    ...searches("location"),
    { path: "/terms" },
    { path: "/privacy" },
    { path: "/imprint" },
  ];
}

async function carEntries(api: ApiClient, number: number): Promise<Entry[] | null> {
  const calls = carsPerSitemap / carsPerCall;
  const entries: Entry[] = [];
  const dealers = new Set<string>();
  for (let call = 0; call < calls; call++) {
    const page = (number - 1) * calls + call + 1;
    const answer = await api.answer("GET /api/cars", {
      query: { sort: "createdAt_desc", limit: carsPerCall, page },
    });
    for (const { _id, createdAt, seller } of answer.data) {
      entries.push({ path: `/car/${_id}`, lastModified: createdAt });
      if (seller.isDealer) dealers.add(seller.id);
    }
    // A short page may not be the last: cars removed while it was read are left out.
    if (page * carsPerCall >= totalOf(answer.headers)) break;
  }
  // The first file may be empty: the index names it even without cars.
  if (entries.length === 0 && number > 1) return null;
  for (const id of dealers) entries.push({ path: `/dealers/${id}` });
  return entries;
}

function xml(root: "sitemapindex" | "urlset", items: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join("\n")}\n</${root}>\n`;
}
