import type { Browser, BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";
import { picture } from "./pictures.ts";
import { publishCar } from "./published-car.ts";
import { findStrandedSeparators } from "./separators.ts";

const widths = [320, 360, 390, 768, 1024, 1440] as const;
/** Maximum height of a card in three columns, in pixels. */
const maxHeight = 470;

async function cardHeights(page: Page): Promise<number[]> {
  return page
    .locator("main article")
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
}

test("no line of the search, home, a car, a seller or the favourites begins or ends with a separator", async ({
  page,
  request,
}) => {
  test.slow();
  const [car] = await carsOf(request, "limit=1");
  if (car === undefined) throw new Error("no car");
  await page.addInitScript((ids) => localStorage.setItem("favoriteCars", JSON.stringify(ids)), [car._id]);
  for (const path of ["/", "/search", `/car/${car._id}`, `/seller/${car.user}`, "/favorites"]) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const badges = await page
        .locator("main article > b")
        .evaluateAll((all) => all.map((badge) => badge.getClientRects()[0]?.height ?? 0));
      expect(Math.max(0, ...badges), `badges of ${path} at ${width} are one line`).toBeLessThan(30);
      expect(await findStrandedSeparators(page), `${path} at ${width}`).toEqual([]);
      const cut = await page.locator("main article .car-foot > span").evaluateAll((parts) =>
        parts.flatMap((part) => {
          const box = part.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(part);
          const lines = [...range.getClientRects()].filter(({ top }) => top < box.bottom - 2);
          return lines.some(({ right }) => right > box.right + 1) ? [part.textContent] : [];
        }),
      );
      expect(cut, `items that are cut on ${path} at ${width}`).toEqual([]);
    }
  }
});

test("a card in three columns is at most 470 pixels tall, has at most 3 buttons, and aligns with its neighbours", async ({
  page,
}) => {
  await page.goto("/search");
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(Math.max(...(await cardHeights(page)))).toBeLessThanOrEqual(maxHeight);
  }
  const card = page.locator("main article").first();
  await expect(card.getByRole("link")).toHaveCount(1);
  expect(await card.getByRole("button").count()).toBeLessThanOrEqual(3);
  for (const part of ["h3", ".car-facts", ".car-description", ".car-foot"]) {
    const tops = await page
      .locator(`main article ${part}`)
      .evaluateAll((parts) => parts.slice(0, 3).map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(new Set(tops).size, `${part} at ${tops.join()}`).toBe(1);
  }
});

/** A car with one photo, by a seller of its own. */
async function carWithPhoto(
  browser: Browser,
  baseURL: string,
  size: { width: number; height: number },
  change: Record<string, unknown> = {},
): Promise<string> {
  const context: BrowserContext = await browser.newContext({ baseURL });
  try {
    const page = await context.newPage();
    await registerAccount(page);
    const buffer = await sharp({ create: { ...size, channels: 3, background: "#b3261e" } })
      .jpeg()
      .toBuffer();
    const answer = await page.request.post("/api/photos", {
      multipart: { photo: { name: "vetura.jpg", mimeType: "image/jpeg", buffer } },
    });
    const { url } = z.looseObject({ url: z.string() }).parse(await answer.json());
    return (await publishCar(page, { images: [url], ...change })).id;
  } finally {
    await context.close();
  }
}

test("a card copes with a panorama, a portrait, a 40-pixel photo, a long name and a price of millions", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const long = {
    brand: "Renault",
    model: "Master 2.3 dCi 180 L4H3 Maxi Energy",
    price: 4_999_000,
    transmission: "Automatik",
    mileage: 1_084_000,
    registeredUntil: `${new Date().getFullYear() + 1}-11`,
  };
  const ids = [
    await carWithPhoto(browser, baseURL ?? "", { width: 1600, height: 400 }, long),
    await carWithPhoto(browser, baseURL ?? "", { width: 400, height: 1200 }),
    await carWithPhoto(browser, baseURL ?? "", { width: 40, height: 30 }),
    await carWithPhoto(browser, baseURL ?? "", { width: 600, height: 800 }),
  ];
  await page.addInitScript((all) => localStorage.setItem("favoriteCars", JSON.stringify(all)), ids);
  await page.goto("/favorites");
  const fits = async (id: string | undefined) => {
    const photo = page
      .locator("main article", { has: page.locator(`a[href="/car/${id}"]`) })
      .locator("picture img");
    return photo.evaluate((image) => getComputedStyle(image).objectFit);
  };
  await expect(page.locator("main article")).toHaveCount(4);
  expect(await fits(ids[0]), "panorama").toBe("contain");
  expect(await fits(ids[1]), "narrower than 1:2").toBe("contain");
  expect(await fits(ids[2]), "40 pixels").toBe("contain");
  expect(await fits(ids[3]), "portrait").toBe("cover");
  await picture(page, "result-cards");
  for (const width of [320, 390, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (width >= 1280) expect(Math.max(...(await cardHeights(page)))).toBeLessThanOrEqual(maxHeight);
    expect(await findStrandedSeparators(page), String(width)).toEqual([]);
    // Price and name are not truncated.
    const cut = await page
      .locator("main article :is(h3, .car-price)")
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      );
    expect(cut, String(width)).toEqual([]);
  }
});
