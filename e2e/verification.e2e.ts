import sharp from "sharp";
import { expect, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { waitForHydration } from "./fixtures.ts";
import { waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { registerAccount } from "./people.ts";

test("a dealer asks for the verified badge, is refused, sends a document and is verified", async ({
  adminPage: admin,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const visit = await browser.newContext();
  const page = await visit.newPage();
  await registerAccount(page);
  const business = `Auto Dardania ${process.pid}`;
  await page.goto("/autosallon-signup");
  await page.getByLabel("Emri i biznesit").fill(business);
  await page.getByLabel("Adresa e biznesit").fill("Rr. Nëna Terezë 12, Prizren");
  await page.getByRole("button", { name: "Vazhdo te pagesa" }).click();
  await expect(page.getByText("brenda dy ditëve pune").first()).toBeVisible();
  await page.getByRole("button", { name: "Paguaj $50" }).click();
  await waitForCardPage(page, baseURL);
  await payWith(page, cards.pays);
  await waitForReturn(page, "/autosallon/success");
  await page.locator("main").getByRole("link", { name: "Paneli i autosallonit" }).click();
  await page.getByRole("link", { name: "Faqja publike", exact: true }).click();

  const card = page.getByRole("region", { name: "Verifikimi i biznesit" });
  await card.getByRole("button", { name: "Dërgo numrin fiskal" }).click();
  await expect(card.getByText("Shkruani numrin fiskal")).toBeVisible();
  await card.getByLabel("Numri fiskal").fill("811234567");
  await card.getByRole("button", { name: "Dërgo numrin fiskal" }).click();
  await expect(card.getByRole("status")).toContainText("E shqyrtojmë deri më");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Shikoni faqen tuaj publike" }).click();
  await expect(page.getByRole("heading", { level: 1, name: business })).toBeVisible();
  await expect(page.locator("main").getByText("Autosallon", { exact: true })).toBeVisible();
  const publicPage = page.url();

  await admin.goto("/admin?tab=verifications");
  const waiting = admin.locator("[data-verification]").filter({ hasText: business });
  await expect(waiting).toContainText("Numri fiskal: 811234567");
  await expect(waiting).toContainText("Premtuar deri më");
  await expectAccessible(admin);
  await waiting.getByRole("button", { name: "Refuzo" }).click();
  const question = admin.getByRole("alertdialog");
  await question.getByRole("button", { name: "Refuzo" }).click();
  await expect(question).toContainText("Shkruani arsyen");
  await question.getByLabel(/^Arsyeja/).fill("Numri nuk gjendet në regjistër");
  await question.getByRole("button", { name: "Refuzo" }).click();
  await expect(waiting).toBeHidden();

  await page.goto("/autosallon-dashboard/page");
  await expect(card).toContainText("Numri nuk gjendet në regjistër");
  const jpeg = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#ddd" } })
    .jpeg()
    .toBuffer();
  await card
    .getByLabel("Dërgo foton e një dokumenti")
    .setInputFiles({ name: "certifikata.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await expect(card.getByRole("status")).toContainText("Dokumenti u dërgua");

  await admin.reload();
  const document = await waiting.getByRole("link", { name: "Hap dokumentin" }).getAttribute("href");
  expect((await admin.request.get(document ?? "")).headers()["content-type"]).toBe("image/jpeg");
  expect((await page.request.get(document ?? "")).status()).toBe(403);
  await waiting.getByRole("button", { name: "Verifiko" }).click();
  await question.getByRole("button", { name: "Verifiko" }).click();
  await expect(waiting).toBeHidden();
  await admin.getByRole("button", { name: "Të shqyrtuara" }).click();
  await expect(waiting.first()).toContainText("I verifikuar nga admin@vetura.example");

  await page.goto(publicPage);
  await waitForHydration(page);
  await expect(page.locator("main").getByText("Autosallon i verifikuar")).toBeVisible();
  await page.goto("/autosallon-dashboard/page");
  await expect(card).toContainText("Biznesi juaj është verifikuar");
  await visit.close();
});
