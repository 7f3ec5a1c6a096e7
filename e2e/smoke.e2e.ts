import { expect, test } from "./fixtures.ts";

for (const path of ["/", "/search", "/login", "/register"]) {
  test(`${path} comes with a title, its own heading and no error`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(/Vetura/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.waitForLoadState("networkidle");
  });
}

test("an address that is none says so, with the status for it", async ({ page }) => {
  const answer = await page.goto("/nuk-ekziston");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("health, readiness, and built files with a year of caching", async ({ page, request }) => {
  expect((await request.get("/healthz")).status()).toBe(200);
  expect((await request.get("/readyz")).status()).toBe(200);
  await page.goto("/login");
  const script = await page.locator('link[rel="modulepreload"]').first().getAttribute("href");
  const answer = await request.get(script ?? "");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(answer.headers()["content-encoding"]).toBe("br");
});
