import { expect, test } from "./admin.ts";
import { expectAccessible, widths } from "./axe.ts";

// Concurrent tests use the fees, so these tests save the company and the imprint only.
test.describe.configure({ timeout: 240_000, mode: "serial" });

const hostile = [
  "# Rreth nesh",
  "",
  "Jemi **tri veta**. <script>document.title = 'pwned'</script> <img src=x onerror=\"document.title = 'pwned'\">",
  "[kliko](javascript:document.title='pwned') dhe [shkruani](mailto:ne@example.com)",
].join("\n");

test("an operator enters the company and an imprint, sees errors at their fields, the differences and the versions", async ({
  adminPage: page,
  browser,
}) => {
  await page.goto("/admin?tab=settings");
  const name = page.getByLabel("Emri i kompanisë");
  const before = await name.inputValue();
  const save = page.getByRole("button", { name: "Ruaj Ndryshimet" });
  await expect(save).toBeDisabled();

  await page.getByLabel("Sponsorizimi në ditë ($)").fill("-1");
  await page.getByLabel("Foto për veturë").fill("11");
  await page.getByRole("textbox", { name: "Facebook" }).fill("javascript:alert(1)");
  await save.click();
  await expect(page.getByText(/^Tarifa duhet të jetë/)).toBeVisible();
  await expect(page.getByText("Numri i fotove duhet të jetë nga 1 deri në 10")).toBeVisible();
  await expect(page.getByText("Adresa duhet të fillojë me https:// ose http://")).toBeVisible();
  await expect(page.getByLabel("Sponsorizimi në ditë ($)")).toBeFocused();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  // On a phone the bar with the buttons covers neither the focused field nor its message.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel("Sponsorizimi në ditë ($)").fill("5");
  const photos = page.getByLabel("Foto për veturë");
  await photos.evaluate((field) => {
    const bar = document.querySelector(".save-bar")?.getBoundingClientRect().top ?? 0;
    window.scrollBy({ top: field.getBoundingClientRect().bottom - bar + 2, behavior: "instant" });
  });
  await save.click();
  await expect(photos).toBeFocused();
  await expect
    .poll(() =>
      page.getByText("Numri i fotove duhet të jetë nga 1 deri në 10").evaluate((message) => {
        const { left, top, height } = message.getBoundingClientRect();
        return message.contains(document.elementFromPoint(left + 4, top + height / 2));
      }),
    )
    .toBe(true);
  await page.getByRole("button", { name: "Hiqi ndryshimet" }).click();
  await expect(page.getByText("Ende asnjë ndryshim.")).toBeVisible();

  await name.fill("Vetura Market SHPK");
  const imprint = page.getByRole("textbox", { name: "Impresumi" });
  await imprint.fill(hostile);
  await page.getByRole("group", { name: "Impresumi" }).getByRole("button", { name: "Shiko" }).click();
  const preview = page.getByRole("region", { name: "Pamja: Impresumi" });
  await expect(preview.getByRole("heading", { name: "Rreth nesh" })).toBeVisible();
  await expect(preview.locator("script, img")).toHaveCount(0);
  const changes = page.getByRole("region", { name: "Çfarë do të ndryshojë" });
  await expect(changes).toContainText("Vetura Market SHPK");
  await save.click();
  await expect(page.getByText("Cilësimet u ruajtën")).toBeVisible();
  const versions = page.getByRole("region", { name: "Versionet" }).getByRole("listitem").first();
  await expect(versions).toContainText("Vetura Market SHPK");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto("/imprint");
  await expect(guest.getByText("Vetura Market SHPK")).toBeVisible();
  await expect(guest.getByText("tri veta")).toBeVisible();
  await expect(guest.getByRole("link", { name: "kliko" })).toHaveCount(0);
  await expect(guest.getByRole("link", { name: "shkruani" })).toHaveAttribute(
    "href",
    "mailto:ne@example.com",
  );
  await expect(guest.locator("main script, main img")).toHaveCount(0);
  expect(await guest.title()).not.toContain("pwned");
  await expectAccessible(guest);
  await guest.goto("/");
  await guest.getByRole("contentinfo").getByRole("link", { name: "Impresumi" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Impresumi" })).toBeVisible();
  await guest.context().close();

  await page.getByRole("group", { name: "Impresumi" }).getByRole("button", { name: "Shkruaj" }).click();
  await name.fill(before);
  await page.getByRole("textbox", { name: "Impresumi" }).fill("");
  await save.click();
  await expect(page.getByText("Ende asnjë ndryshim.")).toBeVisible();
});

test("settings that another admin saved meanwhile are not overwritten, and the input stays", async ({
  adminPage: page,
}) => {
  await page.goto("/admin?tab=settings");
  const number = page.getByLabel("Numri fiskal");
  await number.fill("600111222");
  const other = await page.request.put("/api/admin/settings", {
    data: { company: { businessNumber: "811000111" } },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(other.status()).toBe(200);
  await page.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await expect(page.getByText(/Dikush tjetër i ka ruajtur/)).toBeVisible();
  await expect(number).toHaveValue("600111222");
  await page.getByRole("button", { name: "Lexo cilësimet e reja" }).click();
  await expect(page.getByLabel("Numri i biznesit")).toHaveValue("811000111");
  await page.getByLabel("Numri i biznesit").fill("");
  await page.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await expect(page.getByText("Cilësimet u ruajtën")).toBeVisible();
});
