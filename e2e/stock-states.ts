import { expect, type Page } from "@playwright/test";
import { z } from "zod";
import { bulkEditMessages } from "#domain/messages/bulk-edit.ts";
import { stockPageMessages as text } from "#domain/messages/stock-pages.ts";
import { stockCsv, stockPicture, stockRow, zipOf } from "#testing/stock-files.ts";
import { registerAccount } from "./people.ts";
import { publishCar } from "./published-car.ts";
import type { State } from "./states.ts";
import { signInToDemo, failApi, holdApi } from "./state-setup.ts";

const list = "/autosallon-dashboard/imports";
const oneImport = /\/api\/dealer\/imports\/[0-9a-f-]{36}$/;

const main = (page: Page) => page.locator("main");
const badge = (page: Page, status: string) => main(page).getByText(status, { exact: true }).first();

/** Creates a new dealer, signed in in the page's session. */
async function asNewDealer(page: Page): Promise<void> {
  const person = await registerAccount(page);
  const { id } = z.object({ id: z.string() }).parse(await (await page.request.get("/api/me")).json());
  await signInToDemo(page, "admin");
  const made = await page.request.put(`/api/admin/users/${id}`, { data: { isDealer: true } });
  expect(made.status(), await made.text()).toBe(200);
  const { email, password } = person;
  expect((await page.request.post("/api/login", { data: { email, password } })).status()).toBe(200);
}

/** A ZIP of `count` cars, of which the second and the fifth are faulty if `isFaulty`. */
async function stock(count: number, isFaulty: boolean): Promise<Buffer> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const rows = numbers.map((number) =>
    stockRow({
      referenca: `A-${number}`,
      fotot: `${number}.jpg`,
      cmimi: isFaulty && number === 2 ? "abc" : String(9_900 + number * 250),
      ...(isFaulty && number === 5 ? { marka: "Volksvagen", viti: "1899", fotot: "mungon.jpg" } : {}),
    }),
  );
  const pictures = await Promise.all(
    numbers.map(async (number) => [`${number}.jpg`, await stockPicture(number, 640, 480)] as const),
  );
  return zipOf({ "stoku.csv": stockCsv(rows), ...Object.fromEntries(pictures) });
}

/** Uploads a file as the dealer, waits for its check and opens the import's page. */
async function checked(page: Page, file: Buffer, type = "application/zip"): Promise<string> {
  const answer = await page.request.post("/api/dealer/imports", {
    data: file,
    headers: { "Content-Type": type },
  });
  expect(answer.status(), await answer.text()).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(await answer.json());
  await page.goto(`${list}/${id}`);
  return id;
}

async function ready(page: Page, isFaulty: boolean): Promise<void> {
  await asNewDealer(page);
  await checked(page, await stock(6, isFaulty));
  await expect(badge(page, text.statuses.ready)).toBeVisible({ timeout: 60_000 });
}

async function applied(page: Page): Promise<void> {
  await ready(page, false);
  await main(page)
    .getByRole("button", { name: /^Apliko/ })
    .click();
  await expect(badge(page, text.statuses.applied)).toBeVisible({ timeout: 60_000 });
}

/** An import's page during the server's short work on it: the answer is overridden to stay so. */
async function worked(page: Page, answer: object): Promise<void> {
  await page.route(oneImport, async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    await route.fulfill({ response, json: Object.assign({}, json, answer) });
  });
  await page.reload();
  await expect(main(page).getByRole("progressbar")).toBeVisible();
}

const failedLoad = async (page: Page, address: string) => {
  await asNewDealer(page);
  await failApi(page, "**/api/dealer/imports**");
  await page.goto(address);
};

/** A dealer with three cars on /my-publishings, all selected. */
async function chosen(page: Page): Promise<void> {
  await asNewDealer(page);
  for (const [at, price] of [13_900, 8_450, 1_000].entries())
    await publishCar(page, { price, reference: `A-${at + 1}` });
  await page.goto("/my-publishings");
  await main(page).getByRole("button", { name: bulkEditMessages.choose }).click();
  await main(page)
    .getByRole("button", { name: bulkEditMessages.chooseAll(3) })
    .click();
}

/** A dealer's imports, and bulk edits. */
export const stockStates: readonly State[] = [
  {
    screen: "stock-imports",
    state: "empty",
    open: async (page) => {
      await asNewDealer(page);
      await page.goto(list);
      await expect(main(page).getByText(text.list.empty)).toBeVisible();
    },
  },
  {
    screen: "stock-imports",
    state: "list",
    open: async (page) => {
      await applied(page);
      await page.goto(list);
      await expect(badge(page, text.statuses.applied)).toBeVisible();
    },
  },
  {
    screen: "stock-imports",
    state: "loading",
    open: async (page) => {
      await asNewDealer(page);
      await holdApi(page, "**/api/dealer/imports**");
      await page.goto(list);
    },
  },
  {
    screen: "stock-imports",
    state: "failed-to-load",
    open: async (page) => {
      await failedLoad(page, list);
      await expect(main(page).getByText(text.list.loadFailed)).toBeVisible();
    },
  },
  {
    screen: "stock-import",
    state: "failed-to-load",
    open: async (page) => {
      await failedLoad(page, `${list}/01999999-0000-7000-8000-000000000000`);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    },
  },
  {
    screen: "stock-import",
    state: "checking",
    open: async (page) => {
      await ready(page, true);
      await worked(page, { status: "checking", progress: { done: 37, total: 80 } });
    },
  },
  {
    screen: "stock-import",
    state: "ready-with-faults",
    open: async (page) => {
      await ready(page, true);
      await expect(main(page).getByLabel(/^Vlera e re për cmimi/)).toBeVisible();
    },
  },
  {
    screen: "stock-import",
    state: "correcting",
    open: async (page) => {
      await ready(page, true);
      const price = page.getByLabel(/^Vlera e re për cmimi/);
      await price.fill("-5");
      await main(page).locator("form").filter({ has: price }).getByRole("button").first().click();
      await expect(page.getByText(/ka ende gabime/)).toBeVisible();
    },
  },
  { screen: "stock-import", state: "ready", open: (page) => ready(page, false) },
  {
    screen: "stock-import",
    state: "applying",
    open: async (page) => {
      await ready(page, false);
      await worked(page, { status: "applying", progress: { done: 12, total: 60 } });
    },
  },
  { screen: "stock-import", state: "applied", open: applied },
  {
    screen: "stock-import",
    state: "reverting",
    open: async (page) => {
      await applied(page);
      await worked(page, { revertAskedAt: "2026-01-01T00:00:00.000Z" });
    },
  },
  {
    screen: "stock-import",
    state: "reverted",
    open: async (page) => {
      await applied(page);
      await main(page).getByRole("button", { name: text.import.revert }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: text.import.revert }).click();
      await expect(badge(page, text.statuses.reverted)).toBeVisible({ timeout: 60_000 });
    },
  },
  {
    screen: "stock-import",
    state: "failed",
    open: async (page) => {
      await asNewDealer(page);
      await checked(page, Buffer.from("Golf;2018;Diesel\r\nPassat;2019;Diesel\r\n"), "text/csv");
      await expect(badge(page, text.statuses.failed)).toBeVisible({ timeout: 60_000 });
    },
  },
  { screen: "my-publishings", state: "chosen", open: chosen },
  {
    screen: "my-publishings",
    state: "sponsoring",
    overlay: true,
    open: async (page) => {
      await chosen(page);
      await main(page).getByRole("button", { name: bulkEditMessages.sponsor }).click();
      await expect(page.getByTestId("extras-total")).toBeVisible();
    },
  },
  {
    screen: "my-publishings",
    state: "prices",
    overlay: true,
    open: async (page) => {
      await chosen(page);
      await main(page).getByRole("button", { name: bulkEditMessages.price }).click();
      await page.getByRole("dialog").getByLabel(bulkEditMessages.priceAmount).fill("7");
      await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
    },
  },
];
