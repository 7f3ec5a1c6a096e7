import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// The promise of a short search: by filters only, from the home page to the seller's number. Each tap counts
// as one; an option of a native select would count as two, and typing is not needed.
// `npx playwright test e2e/contact-taps.phone.e2e.ts --project phone` prints the figure.
const maxTaps = 7;

test.use({ viewport: { width: 390, height: 844 } });

test("a Golf diesel below 5.000 € in Prishtinë is found by filters and its seller called with at most 7 taps", async ({
  page,
}) => {
  await page.goto("/");
  const taps: string[] = [];
  const tap = async (what: string, target: Locator) => {
    taps.push(what);
    await target.tap();
  };
  const offered = page.getByRole("region", { name: "Ngushtoni kërkimin" });
  const total = page.locator("main p[role=status]");
  /** Taps a suggested filter and waits for its results. */
  const narrow = async (label: string, address: RegExp) => {
    const before = await total.textContent();
    await tap(label, offered.getByRole("link", { name: new RegExp(`^${label}\\s*\\d*$`) }));
    await expect(page).toHaveURL(address);
    await expect(total).not.toHaveText(before ?? "");
    await expect(total).toHaveText(/vetur/);
  };

  await tap("Volkswagen", page.getByRole("link", { name: /^Volkswagen\s*[\d.]+ vetura/ }));
  await expect(page.getByRole("heading", { level: 1, name: "Volkswagen në shitje" })).toBeVisible();
  await narrow("Golf", /model=Golf/);
  await narrow("Diesel", /fuel=Diesel/);
  await narrow("deri 5.000 €", /maxPrice=5000/);
  await narrow("Prishtinë", /location=Prishtin/);
  await tap("the first car", page.locator("main article a[href^='/car/']").first());
  await expect(page.getByRole("heading", { level: 1, name: /^Volkswagen Golf/ })).toBeVisible();
  const bar = page.getByRole("region", { name: "Kontaktoni shitësin" });
  await tap("Telefono", bar.getByRole("button", { name: "Telefono" }));
  await expect(bar.getByRole("link", { name: "Telefono" })).toHaveAttribute("href", /^tel:\+\d{8,}$/);

  const price = await page
    .locator("main")
    .getByText(/^[\d.]+ €$/)
    .first()
    .textContent();
  expect(Number(price?.replaceAll(/\D/g, ""))).toBeLessThanOrEqual(5000);
  // oxlint-disable-next-line no-console -- the figure is the purpose of this test
  console.info(`${taps.length} taps: ${taps.join(", ")}`);
  expect(taps.length).toBeLessThanOrEqual(maxTaps);
});
