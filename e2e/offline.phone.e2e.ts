import { createServer, request } from "node:http";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { registerAndPublishCar } from "./published-car.ts";

// Reading without a connection: the only tests that allow the service worker.
test.use({ serviceWorkers: "allow", expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

const savedToday = /^Ruajtur më \d\d\.\d\d\., mund të ketë ndryshuar$/;

/** Ids of the cars saved when they were opened, oldest first. */
function savedCars(page: Page, cache = "vetura-opened"): Promise<string[]> {
  return page.evaluate(async (name) => {
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => path.startsWith("/offline/cars/")).map((path) => path.slice(14));
  }, cache);
}

/** Resolves once the service worker is active and has cached the offline page. */
async function pageIsSaved(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => navigator.serviceWorker.controller !== null && (await caches.match("/offline")) !== undefined,
  );
}

/** Ids of cars on sale. */
async function someCars(page: Page, count: number): Promise<string[]> {
  const answer = await page.request.get(`/api/cars?limit=${count}`);
  const cars: unknown = await answer.json();
  return Array.isArray(cars) ? cars.map((car: { _id: string }) => car._id) : [];
}

/** Prices and kilometres of the saved cars that wrap between number and unit. */
function amountsApartFromTheirUnit(page: Page): Promise<string[]> {
  return page.locator("main li p").evaluateAll((lines) => {
    const apart: string[] = [];
    let amounts = 0;
    for (const line of lines) {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const { currentNode } = texts;
        for (const match of (currentNode.textContent ?? "").matchAll(/[\d.]+\s(?:€|km)/g)) {
          amounts++;
          const range = document.createRange();
          range.setStart(currentNode, match.index);
          range.setEnd(currentNode, match.index + match[0].length);
          const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (rows.size > 1) apart.push(match[0]);
        }
      }
    }
    return amounts < lines.length / 3 ? ["no amounts found"] : apart;
  });
}

async function openAndSave(page: Page, id: string): Promise<string> {
  await page.goto(`/car/${id}`);
  await expect.poll(async () => (await savedCars(page)).at(-1)).toBe(id);
  // Its photo is cached later.
  await page.waitForFunction(async (path) => {
    const photo = (await caches.match(path))?.headers.get("x-photo");
    return photo === null || (await caches.match(photo ?? "")) !== undefined;
  }, `/offline/cars/${id}`);
  return (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
}

test("an opened car can be read offline, with the date it was saved and a photo", async ({
  page,
  context,
}) => {
  const [first = "", second = "", unopened = ""] = await someCars(page, 3);
  const name = await openAndSave(page, first);
  const description = await page.locator("#description ~ p").textContent();
  await openAndSave(page, second);
  await pageIsSaved(page);
  await context.setOffline(true);

  await page.goto(`/car/${first}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: savedToday })).toBeVisible();
  await expect(page.getByText(description ?? "", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const photo = page.locator("main img[fetchpriority=high]");
  await expect
    .poll(() => photo.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(100);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  // Any other page says that there is no connection and lists the saved cars.
  await page.goto("/terms");
  await expect(page.getByText("Nuk ka lidhje me internetin")).toBeVisible();
  await expect(page.getByText("Kjo faqe nuk hapet pa internet.")).toBeVisible();
  await expect(page.locator("main li")).toHaveCount(2);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await amountsApartFromTheirUnit(page), `${width} pixels wide`).toEqual([]);
  }
  await expectAccessible(page);
  await page.locator("main li").getByRole("link").last().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goto(`/car/${unopened}`);
  await expect(page.getByText("Kjo veturë nuk është e ruajtur në këtë pajisje.")).toBeVisible();
  await page.getByRole("link", { name: "Provo Përsëri" }).click();
  await expect(page.getByText("Kjo veturë nuk është e ruajtur në këtë pajisje.")).toBeVisible();

  // With the connection back, the requested page loads without a reload by the person.
  await context.setOffline(false);
  await expect(page).toHaveURL(`/car/${unopened}`);
});

test("the thirty-first opened car evicts the first", async ({ page }) => {
  const ids = await someCars(page, 31);
  expect(ids).toHaveLength(31);
  await openAndSave(page, ids[0] ?? "");
  await pageIsSaved(page);
  // Opening a car again moves it to the end.
  for (const id of [...ids.slice(1, 5), ids[0] ?? "", ...ids.slice(5)]) await openAndSave(page, id);
  await expect.poll(() => savedCars(page)).toEqual([...ids.slice(2, 5), ids[0], ...ids.slice(5)]);
  const held = await page.evaluate(async () => {
    const cache = await caches.open("vetura-opened");
    const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer?.blob())?.size ?? 0));
    const photos = answers.flatMap((answer) => answer?.headers.get("x-photo") ?? []);
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return {
      photos: paths.filter((path) => path.startsWith("/photos/")).toSorted(),
      named: [...new Set(photos)].toSorted(),
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  });
  // One photo per car: those of evicted cars are gone.
  expect(held.photos.length).toBeGreaterThan(20);
  expect(held.photos).toEqual(held.named);
  expect(held.bytes).toBeLessThan(30 * 250_000);
});

test("favourites can be read offline, also those never opened", async ({ page, context }) => {
  const [first = "", second = "", other = ""] = await someCars(page, 3);
  await openAndSave(page, other);
  await page.evaluate((ids) => localStorage.setItem("favoriteCars", JSON.stringify(ids)), [first, second]);
  await page.goto("/favorites");
  await expect.poll(() => savedCars(page, "vetura-favorites")).toEqual([first, second]);
  await pageIsSaved(page);
  await context.setOffline(true);
  await page.goto("/favorites");
  await expect(page.getByText("Nuk ka lidhje me internetin")).toBeVisible();
  const list = page.getByRole("region", { name: "Të preferuarat" }).getByRole("listitem");
  await expect(list).toHaveCount(2);
  await expect(list.first().getByText(savedToday)).toBeVisible();
  await list.first().getByRole("link").click();
  await expect(page).toHaveURL(`/offline?car=${first}`);
  await expect(page.getByRole("status").filter({ hasText: savedToday })).toBeVisible();
});

test("signing out removes the saved cars, and what only the owner sees is never saved", async ({ page }) => {
  const [publicCar = ""] = await someCars(page, 1);
  const { id } = await registerAndPublishCar(page);
  await page.request.delete(`/api/cars/${id}`);
  // An archived car is visible to its owner only.
  await page.goto(`/car/${id}`);
  await expect(page.getByText("Këtë veturë e shihni vetëm ju")).toBeVisible();
  await openAndSave(page, publicCar);
  expect(await savedCars(page)).toEqual([publicCar]);
  const seen = () => page.evaluate(() => localStorage.getItem("recentCars"));
  expect(await seen()).toContain(publicCar);
  await pageIsSaved(page);
  const stored = await page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url),
      ),
    );
    return all.flat().map((url) => new URL(url).pathname);
  });
  const known = /^\/(?:assets\/[\w.-]+|offline|offline\/cars\/[\w-]+|photos\/[\w-]+)$/;
  expect(stored.filter((path) => !known.test(path))).toEqual([]);

  await page.getByRole("button", { name: "Hap menynë" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Dil" }).click();
  await expect(page.getByText("Dolët nga llogaria", { exact: false })).toBeVisible();
  expect(await savedCars(page)).toEqual([]);
  expect(await seen()).toBeNull();
});

test("a deleted car leaves the offline cache once the browser learns of it", async ({ page, browser }) => {
  const seller = await browser.newContext();
  const { id } = await registerAndPublishCar(seller);
  await openAndSave(page, id);
  expect((await seller.request.delete(`/api/cars/${id}`)).status()).toBeLessThan(300);
  await expect.poll(async () => (await page.request.get(`/car/${id}`)).status()).toBe(404);
  await page.goto(`/car/${id}`);
  await expect.poll(() => savedCars(page)).toEqual([]);
  await seller.close();
});

test("the offline page of a new build replaces the saved one and its files", async ({ page }) => {
  const [id = ""] = await someCars(page, 1);
  await openAndSave(page, id);
  await pageIsSaved(page);
  const held = () =>
    page.evaluate(async () => {
      const cache = await caches.open("vetura-page");
      const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
      return { paths: paths.toSorted(), text: (await (await cache.match("/offline"))?.text()) ?? "" };
    });
  const present = await held();
  expect(present.paths.length).toBeGreaterThan(5);
  // Simulates the cache of a previous build.
  await page.evaluate(async () => {
    const cache = await caches.open("vetura-page");
    await cache.put("/offline", new Response("manifest-0ld /assets/old-1234.js"));
    await cache.put("/assets/old-1234.js", new Response("old"));
  });
  await page.goto("/terms");
  await expect.poll(held).toEqual(present);
});

test("a service worker that the site no longer has is removed with all that it saved", async ({
  page,
  baseURL,
}) => {
  // A proxy instead of a route: the browser requests the worker's script itself. It simulates a proxy without
  // the worker.
  let isGone = false;
  const proxy = createServer((incoming, outgoing) => {
    if (isGone && incoming.url === "/sw.js") {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? "/", baseURL), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => void proxy.listen(0, "localhost", listening));
  const address = proxy.address();
  const site = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  const [id = ""] = await someCars(page, 1);
  await page.goto(`${site}/car/${id}`);
  await expect.poll(() => savedCars(page)).toEqual([id]);
  await pageIsSaved(page);
  isGone = true;
  await page.goto(`${site}/terms`);
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
    }));
  await expect.poll(left).toEqual({ workers: 0, caches: [] });
  await page.goto(`${site}/privacy`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  proxy.close();
  proxy.closeAllConnections();
});

test("a form sent without a connection shows a message and keeps the input", async ({ page, context }) => {
  const [id = ""] = await someCars(page, 1);
  await openAndSave(page, id);
  await pageIsSaved(page);
  await page.goto("/login");
  const main = page.locator("main");
  await main.getByLabel("Email-i").fill("arta@example.com");
  await main.getByLabel("Fjalëkalimi", { exact: true }).fill("fjalëkalim-1");
  await context.setOffline(true);
  await main.getByRole("button", { name: "Hyr" }).click();
  await expect(page.getByText("Gabim rrjeti")).toBeVisible();
  await expect(main.getByLabel("Email-i")).toHaveValue("arta@example.com");
  await expect(main.getByLabel("Fjalëkalimi", { exact: true })).toHaveValue("fjalëkalim-1");
});
