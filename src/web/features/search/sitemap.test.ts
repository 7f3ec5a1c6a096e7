import { expect, test } from "vitest";
import { createApiClient } from "#web/lib/api-client.ts";
import { carsPerSitemap, sitemapFile, sitemapIndex } from "./sitemap.ts";

const site = "https://vetura.example";

/**
 * An API with `total` cars, one of which may be gone when its row is read, and a
 * brand whose name needs escaping.
 */
function apiWith(total: number, gone?: number) {
  return createApiClient((path) => {
    const url = new URL(path, site);
    if (url.pathname === "/api/cars/facets") {
      return Promise.resolve(
        Response.json({ brand: { "Land Rover": 2, "A&B": 1 }, type: { SUV: 0 }, location: {} }),
      );
    }
    const limit = Number(url.searchParams.get("limit"));
    const start = (Number(url.searchParams.get("page") ?? 1) - 1) * limit;
    const count = Math.max(0, Math.min(limit, total - start));
    const cars = Array.from({ length: count }, (_, index) => ({
      _id: `c${start + index}`,
      createdAt: "2026-08-03T12:00:00Z",
      // Two of the three sellers are dealers.
      seller: { id: `d${(start + index) % 3}`, isDealer: (start + index) % 3 !== 0 },
    })).filter(({ _id }) => _id !== `c${gone}`);
    return Promise.resolve(Response.json(cars, { headers: { "X-Total-Count": String(total) } }));
  });
}

const locations = (xml: string | null) =>
  [...(xml ?? "").matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? "");
const carsOnly = (xml: string | null) => locations(xml).filter((path) => path.includes("/car/"));

test("the sitemap index names one file for the pages and enough files for the cars", async () => {
  expect(locations(await sitemapIndex(apiWith(carsPerSitemap + 1), site))).toEqual([
    `${site}/sitemap/0.xml`,
    `${site}/sitemap/1.xml`,
    `${site}/sitemap/2.xml`,
  ]);
});

test("each car is in exactly one sitemap file", async () => {
  const api = apiWith(carsPerSitemap + 30);
  const first = carsOnly(await sitemapFile(api, site, "1.xml"));
  const second = carsOnly(await sitemapFile(api, site, "2.xml"));
  expect(first).toHaveLength(carsPerSitemap);
  expect(second).toHaveLength(30);
  expect(new Set([...first, ...second]).size).toBe(carsPerSitemap + 30);
});

test("a car that is removed while the sitemap is made drops no other car", async () => {
  const cars = carsOnly(await sitemapFile(apiWith(carsPerSitemap, 3), site, "1.xml"));
  expect(cars).toHaveLength(carsPerSitemap - 1);
});

test("a sitemap file lists each dealer among its sellers once and no other seller", async () => {
  const paths = locations(await sitemapFile(apiWith(30), site, "1.xml"));
  expect(paths.filter((path) => path.includes("/dealers/"))).toEqual([
    `${site}/dealers/d1`,
    `${site}/dealers/d2`,
  ]);
});

test("the sitemap file of pages has the searches with cars, escaped", async () => {
  const paths = locations(await sitemapFile(apiWith(3), site, "0.xml"));
  expect(paths).toEqual([
    `${site}/`,
    `${site}/search`,
    `${site}/vlera`,
    `${site}/dogana`,
    `${site}/search?brand=Land+Rover`,
    `${site}/search?brand=A%26B`,
    `${site}/terms`,
    `${site}/privacy`,
    `${site}/imprint`,
  ]);
});

test.each(["x.xml", "1", "-1.xml", "7.xml", "1.xml.gz"])(
  "the sitemap file %s does not exist",
  async (file) => {
    expect(await sitemapFile(apiWith(3), site, file)).toBeNull();
  },
);

test("the first sitemap file is empty and not missing when there are no cars", async () => {
  expect(locations(await sitemapFile(apiWith(0), site, "1.xml"))).toEqual([]);
});
