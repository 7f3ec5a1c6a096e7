import type { Page } from "@playwright/test";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { newPerson } from "./people.ts";
import { publishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

// specification.md#safety.

/** Breaks out of element text, an attribute, JSON in a script, and a URL. */
const breaker = `</script><script>__x()</script>"'><img src=x onerror=__x()>`;
const short = `"><img src=x onerror=__x()>`;

/** Fails if typed markup has become part of the page, whether or not it ran. */
async function expectHarmless(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Shown as text; waits for what the browser fetches itself.
  await expect(page.locator("body")).toContainText("__x()");
  const found = await page.evaluate(() => ({
    run: Reflect.get(window, "injected") ?? null,
    elements: document.querySelectorAll('img[src="x"], [onerror], [onload], a[href^="javascript:"]').length,
  }));
  expect(found, path).toEqual({ run: 0, elements: 0 });
}

test("markup in any field is shown as text on all pages, in JSON-LD and to admins", async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    Reflect.set(window, "injected", 0);
    Reflect.set(window, "__x", () => Reflect.set(window, "injected", 1));
  });
  const { email, password } = newPerson();
  const registered = await page.request.post("/api/register", {
    data: { firstName: breaker, lastName: breaker, email, password, phone: "" },
  });
  expect(registered.status()).toBe(201);
  const { id, word } = await publishCar(page, {
    model: `Duster ${short}`,
    sellerName: breaker,
    color: short,
  });
  const car = z
    .looseObject({ number: z.number() })
    .parse(await (await page.request.get(`/api/cars/${id}`)).json());
  const described = await page.request.put(`/api/cars/${id}`, {
    data: {
      ...car,
      description: `${word} ${breaker} javascript:__x() <!-- {{__x()}}`,
    },
  });
  expect(described.status(), await described.text()).toBe(200);
  const saved = await page.request.post("/api/saved-searches", {
    data: { query: `q=${encodeURIComponent(breaker)}`, name: breaker },
  });
  expect(saved.status()).toBe(201);
  const reported = await page.request.post(`/api/cars/${id}/report`, {
    data: { reason: "other", text: breaker },
  });
  expect(reported.ok()).toBe(true);

  for (const path of [
    `/car/${id}`,
    `/search?q=${encodeURIComponent(breaker)}`,
    "/my-publishings",
    "/profile",
  ])
    await expectHarmless(page, path);

  await signInToDemo(page, "admin");
  for (const path of [
    `/admin?tab=cars&q=${car.number}`,
    `/admin?tab=users&q=${encodeURIComponent(email)}`,
    "/admin?tab=reports",
  ])
    await expectHarmless(page, path);
});

/** All links of a page to this site. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<(?:a [^>]*href|loc)(?:="|>)([^"<]+)/g)]
    .map(([, address = ""]) => address.replaceAll("&amp;", "&").replace(/^https?:\/\/localhost:\d+/, ""))
    .filter((address) => address.startsWith("/") && !address.startsWith("//"));
}

test("no public page or list shows a seller's phone number, nor one typed into a text", async ({
  page,
  request,
}) => {
  test.slow();
  const own = ["044 765 432", "+383 (44) 765-432", "0 4 4 7 6 5 4 3 2", "044/765.432"];
  const { email, password } = newPerson();
  await page.request.post("/api/register", {
    data: { firstName: "Arta", lastName: "Krasniqi", email, password, phone: "+38344765432" },
  });
  const { id, word } = await publishCar(page, { description: `Thirrni ${own.join(" ose ")}.` });
  const numbers = new Set(["44765432"]);
  for (const car of await carsOf(request, "brand=BMW,Audi&limit=20")) {
    const told = await request.post(`/api/cars/${car._id}/contact`);
    const { sellerPhone } = z.object({ sellerPhone: z.string() }).parse(await told.json());
    numbers.add(sellerPhone.replaceAll(/\D/g, "").slice(-8));
  }
  const waiting = [
    "/",
    `/car/${id}`,
    `/search?q=${word}`,
    "/sitemap.xml",
    `/api/cars?q=${word}`,
    "/api/cars",
  ];
  const seen = new Set<string>(waiting);
  let pages = 0;
  const found: string[] = [];
  for (const path of waiting) {
    pages += 1;
    const answer = await request.get(path);
    const text = await answer.text();
    const figures = text.replaceAll(/[\s./()-]|&nbsp;/g, "");
    for (const number of numbers) if (figures.includes(number)) found.push(`${number} in ${path}`);
    for (const link of linksIn(text)) {
      // 50 pages suffice: lists differ only in filters and sort orders.
      if (seen.has(link) || seen.size >= 50) continue;
      seen.add(link);
      waiting.push(link);
    }
  }
  expect(found).toEqual([]);
  expect(pages).toBeGreaterThan(30);
  expect(numbers.size).toBeGreaterThan(5);
});
