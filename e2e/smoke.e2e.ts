import { expect, test } from "./fixtures.ts";

for (const path of ["/", "/search", "/login", "/register"]) {
  test(`${path} has a title, its own heading and no error`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    const html = (await answer?.text()) ?? "";
    // Required in the head of every public page (specification.md#public-pages).
    for (const part of [
      'name="description"',
      'rel="canonical"',
      'property="og:image"',
      "application/ld+json",
    ])
      expect(html).toContain(part);
    await expect(page).toHaveTitle(/Vetura/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.waitForLoadState("networkidle");
  });
}

test("an unknown address answers 404 with a message", async ({ page }) => {
  const answer = await page.goto("/nuk-ekziston");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("/healthz and /readyz answer, and built files may be cached for a year", async ({ page, request }) => {
  expect((await request.get("/healthz")).status()).toBe(200);
  expect((await request.get("/readyz")).status()).toBe(200);
  await page.goto("/login");
  const script = await page.locator('link[rel="modulepreload"]').first().getAttribute("href");
  const answer = await request.get(script ?? "");
  expect(answer.status()).toBe(200);
  expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(answer.headers()["content-encoding"]).toBe("br");
});

test("the manifest and its icons are valid for a phone's home screen", async ({ request }) => {
  const html = await (await request.get("/")).text();
  expect(html).toContain('rel="manifest" href="/manifest.webmanifest"');
  const answer = await request.get("/manifest.webmanifest");
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest: unknown = await answer.json();
  expect(manifest).toMatchObject({ name: "Vetura", lang: "sq", start_url: "/" });
  for (const [path, size] of [
    ["/icon-192.png", 192],
    ["/icon-512.png", 512],
    ["/icon-maskable-512.png", 512],
    ["/apple-touch-icon.png", 180],
  ] as const) {
    if (path.startsWith("/icon")) expect(JSON.stringify(manifest)).toContain(`"${path}"`);
    const icon = await request.get(path);
    expect(icon.headers()["content-type"]).toBe("image/png");
    // Width and height are in the PNG's first chunk.
    const bytes = await icon.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size]);
  }
  expect((await request.get("/favicon.ico")).headers()["content-type"]).toBe("image/x-icon");
});
