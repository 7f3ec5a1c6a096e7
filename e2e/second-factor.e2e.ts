import { TOTP, URI } from "otpauth";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const email = "admin.me.kod@vetura.example";
const password = "vetura-e2e";

/** The app's code, `step` periods of 30 s from now: each code is accepted once. */
function codeAt(uri: string, step: number): string {
  const totp = URI.parse(uri);
  if (!(totp instanceof TOTP)) throw new Error("no time-based codes");
  return totp.generate({ timestamp: Date.now() + step * 30_000 });
}

test("an admin sets up two-factor codes in the profile, signs in with one and switches them off", async ({
  page,
}) => {
  expect((await page.request.post("/api/login", { data: { email, password } })).status()).toBe(200);
  await page.goto("/profile/security");
  const card = page.getByRole("region", { name: /^Hyrja me kod/ });
  await card.getByRole("button", { name: "Aktivizo hyrjen me kod", exact: true }).click();
  await card.getByLabel("Fjalëkalimi juaj").fill("gabim-gabim");
  await card.getByRole("button", { name: "Vazhdo" }).click();
  await expect(card.getByText("Fjalëkalimi nuk është i saktë")).toBeVisible();
  await card.getByLabel("Fjalëkalimi juaj").fill(password);
  await card.getByRole("button", { name: "Vazhdo" }).click();
  await expect(card.getByRole("img", { name: "Kodi QR për aplikacionin e kodeve" })).toBeVisible();
  await expectAccessible(page);
  const uri =
    (await card.getByRole("link", { name: "Hape në aplikacionin e kodeve" }).getAttribute("href")) ?? "";
  await card.getByLabel("Kodi me 6 shifra").fill(codeAt(uri, 0));
  await card.getByRole("button", { name: "Konfirmo" }).click();
  const codes = card.getByRole("status").getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCode = await codes.first().innerText();
  await card.getByRole("button", { name: "I ruajta kodet" }).click();
  await expect(card.getByText("Ju kanë mbetur 10 kode rezervë.")).toBeVisible();

  await page.request.post("/api/logout");
  await page.goto("/login");
  const send = page.locator("main").getByRole("button", { name: "Hyr" });
  await page.getByLabel("Email-i").fill(email);
  await page.getByLabel("Fjalëkalimi", { exact: true }).fill(password);
  await expect(page.getByLabel("Kodi nga aplikacioni")).toHaveCount(0);
  await send.click();
  const code = page.getByLabel("Kodi nga aplikacioni");
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill("000000");
  await send.click();
  await expect(
    page.locator("main").getByText("Kodi nuk është i saktë ose është përdorur tashmë").first(),
  ).toBeVisible();
  await code.fill(codeAt(uri, 1));
  await send.click();
  await expect(page).toHaveURL(/\/search/);

  await page.goto("/profile/security");
  await card.getByRole("button", { name: "Çaktivizo hyrjen me kod" }).click();
  await card.getByLabel("Fjalëkalimi juaj").fill(password);
  await card.getByLabel("Kodi nga aplikacioni ose një kod rezervë").fill(recoveryCode);
  await card.getByRole("button", { name: "Çaktivizo hyrjen me kod" }).click();
  await expect(card.getByRole("button", { name: "Aktivizo hyrjen me kod", exact: true })).toBeVisible();
  expect((await page.request.post("/api/login", { data: { email, password } })).status()).toBe(200);
});

test("the profile of other users offers no two-factor codes", async ({ page }) => {
  const person = { firstName: "Arta", lastName: "Krasniqi", password };
  const address = `pa-kod-${Date.now()}@example.com`;
  await page.request.post("/api/register", { data: { ...person, email: address } });
  await page.goto("/profile/security");
  await expect(page.getByRole("region", { name: "Pajisjet ku keni hyrë" }).getByRole("listitem")).toHaveCount(
    1,
  );
  await expect(page.getByText("Hyrja me kod")).toHaveCount(0);
});
