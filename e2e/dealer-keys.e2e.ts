import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";

test("a dealer creates an API key, sees it once, copies it, and revokes it", async ({
  page,
  request,
  context,
  playwright,
  baseURL,
}) => {
  await registerDealer(page, request);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/autosallon-dashboard");
  await page
    .getByRole("navigation", { name: "Pjesët e autosallonit" })
    .getByRole("link", { name: "Çelësat" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Çelësat" })).toBeVisible();
  await expect(page.getByText("Nuk keni asnjë çelës.")).toBeVisible();

  const create = page.getByRole("button", { name: "Krijo çelësin" });
  await create.click();
  await expect(page.getByText("Shkruani një emër, që ta dini cili program e përdor çelësin")).toBeVisible();
  await expect(page.getByText("Zgjidhni të paktën një leje")).toBeVisible();
  await page.getByLabel("Emri").fill("Programi i stokut");
  await page.getByLabel("Stoku: importimet, eksporti dhe veturat tuaja").check();
  await create.click();

  const made = page.getByRole("region", { name: "Çelësi «Programi i stokut» u krijua" });
  const shown = made.getByLabel("Çelësi", { exact: true });
  await expect(shown).toHaveValue(/^vk_[\w-]{43}$/);
  const key = await shown.inputValue();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await made.getByRole("button", { name: "Kopjo" }).click();
  await expect(page.getByText("Çelësi u kopjua.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const program = await playwright.request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  expect((await program.get("/api/cars/my")).status()).toBe(200);
  expect((await program.get("/api/dealer/stats")).status()).toBe(403);

  await page.reload();
  await expect(page.getByText("Programi i stokut")).toBeVisible();
  await expect(page.getByText(/Përdorur së fundi më \d\d\.\d\d\.\d{4}/)).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Çelësi" })).toHaveCount(0);

  // The security page says that the key stays valid after all sessions end.
  await page.goto("/profile/security");
  await expect(page.getByText(/^1 çelës i programeve tuaja punon edhe pasi të dilni/)).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    const picture = test.info().outputPath(`security-${width}.png`);
    await page.screenshot({ path: picture, fullPage: true });
  }
  await page.getByRole("main").getByRole("link", { name: "Çelësat" }).click();

  await page.getByRole("button", { name: "Mbylle çelësin «Programi i stokut»" }).click();
  const dialog = page.getByRole("alertdialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Mbylle çelësin" }).click();
  await expect(page.getByText("Çelësi u mbyll.")).toBeVisible();
  await expect(page.getByText("Nuk keni asnjë çelës.")).toBeVisible();
  expect((await program.get("/api/cars/my")).status()).toBe(401);
  await program.dispose();
});

test("security.txt names the operator's address and a day within a year", async ({ page }) => {
  const answer = await page.request.get("/.well-known/security.txt");
  expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const lines = await answer.text();
  expect(lines).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(lines)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});
