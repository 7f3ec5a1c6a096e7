import type { APIRequestContext, Page } from "@playwright/test";
import { z } from "zod";
import { reviewMessages as review } from "#domain/messages/review.ts";
import { stockCsv, stockPicture, stockRow, zipOf } from "#testing/stock-files.ts";
import { expect, test } from "./admin.ts";
import { signInToDemo } from "./state-setup.ts";

const total = 200;
const kind = "asks_for_money_ahead";

/** Publishes 200 cars that ask for advance payment, with one stock file of the demo's dealer. */
async function fillQueue(dealer: APIRequestContext): Promise<void> {
  const rows = Array.from({ length: total }, (_, n) =>
    stockRow({
      referenca: `RADHA-${n}`,
      cmimi: String(9_000 + n),
      pershkrimi: `Dërgoni ${100 + n} € kapar para se ta shihni veturën.`,
    }),
  );
  const sent = await dealer.post("/api/dealer/imports?format=auto", {
    headers: { "content-type": "application/zip" },
    data: await zipOf({ "s.csv": stockCsv(rows), "a.jpg": await stockPicture(3, 640, 480) }),
  });
  expect(sent.status(), await sent.text()).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(await sent.json());
  const becomes = (status: string) =>
    expect
      .poll(
        async () =>
          z.object({ status: z.string() }).parse(await (await dealer.get(`/api/dealer/imports/${id}`)).json())
            .status,
        { timeout: 240_000 },
      )
      .toBe(status);
  await becomes("ready");
  const applied = await dealer.post(`/api/dealer/imports/${id}/apply`, { data: { archiveMissing: false } });
  expect(applied.status()).toBe(202);
  await becomes("applied");
}

async function openCases(page: Page): Promise<number> {
  const answer = await page.request.get(`/api/admin/review?kind=${kind}&limit=1`);
  return z.object({ pagination: z.object({ total: z.number() }) }).parse(await answer.json()).pagination
    .total;
}

test("an admin decides two hundred cases with the keyboard alone, until the queue is empty", async ({
  adminPage: page,
  playwright,
  baseURL,
}, info) => {
  test.setTimeout(1_200_000);
  const dealer = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  await signInToDemo({ request: dealer }, "dealer");
  await fillQueue(dealer);
  await expect
    .poll(() => openCases(page), { timeout: 240_000, intervals: [3_000] })
    .toBeGreaterThanOrEqual(total);
  const waiting = await openCases(page);

  await page.goto(`/admin?tab=review&kind=${kind}`);
  const current = page.locator("[data-review][aria-current=true]");
  const of = (id: string | null) => page.locator(`[data-review="${id}"]`);
  await expect(page.locator("[data-review]").first()).toBeVisible();
  await page.keyboard.press("j");
  const begun = Date.now();
  for (let left = waiting, turn = 1; left > 0; turn++) {
    await expect(current).toBeFocused();
    const id = await current.getAttribute("data-review");
    if (turn % 50 === 10) {
      await page.keyboard.press("h");
      await page
        .getByRole("dialog")
        .getByLabel(/^Arsyeja/)
        .fill("Kërkon kapar para shikimit");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("dialog")).toBeHidden();
    } else await page.keyboard.press("d");
    await expect(of(id)).toHaveCount(0);
    if (turn % 50 === 20) {
      await page.keyboard.press("z");
      await expect(of(id)).toHaveCount(1);
    } else left--;
  }
  const seconds = (Date.now() - begun) / 1000;
  info.annotations.push({ type: "seconds a case", description: (seconds / waiting).toFixed(2) });
  await expect(page.locator("[data-review]")).toHaveCount(0);
  expect(await openCases(page)).toBe(0);

  // A decision undone within the hour reopens one case.
  await page.goto("/admin?tab=review&state=decided");
  await page.getByRole("button", { name: review.undo }).first().click();
  await expect.poll(() => openCases(page)).toBe(1);
  await dealer.dispose();
});
