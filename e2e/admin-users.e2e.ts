import { readFile } from "node:fs/promises";
import { callsOf, expect, rowOf, search, sectionLink, shownSection, test } from "./admin.ts";
import { expectAccessible, widths } from "./axe.ts";
import { publishCar } from "./published-car.ts";

const searchLabel = "Kërko përdorues...";

// Long tests, slow on a loaded machine.
test.describe.configure({ timeout: 240_000 });

test("an admin searches, views, edits and deletes users but no other admin (specification.md#admin)", async ({
  adminPage: page,
  somebody,
}) => {
  const subject = await somebody();
  await publishCar(subject);
  await page.clock.install();
  await page.goto("/admin?tab=users");
  const table = page.getByRole("region", { name: "Përdoruesit" });
  for (const column of ["Emri", "Email", "Telefon", "Vetura", "Statusi", "Veprime"])
    await expect(table.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  await expect(shownSection(page)).toHaveText(/^Përdoruesit \([\d.]+\)$/);

  // Debounced: one search half a second after the last letter.
  const calls = callsOf(page, "/api/admin/users");
  const asked = () => calls.map((call) => new URL(call.url()).searchParams.get("q"));
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel(searchLabel).pressSequentially(subject.person.email);
  await page.clock.runFor(499);
  expect(asked()).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page.getByText(/^Gjetur 1 nga [\d.]+ përdorues$/)).toBeVisible();
  expect(asked()).toEqual([subject.person.email]);

  const row = rowOf(page, subject.id);
  await expect(row).toContainText("Arta Krasniqi");
  await expect(row.getByRole("link", { name: "+383 44 123 456" })).toHaveAttribute(
    "href",
    "tel:+38344123456",
  );
  await expect(row.getByRole("cell").nth(4)).toHaveText("1");

  await row.getByRole("button", { name: "Shiko Arta Krasniqi" }).click();
  const details = page.getByRole("dialog", { name: "Detajet e Përdoruesit" });
  await expect(details).toContainText(subject.person.email);
  await expect(details).toContainText("Përdorues");
  await expect(details).toContainText("Data e regjistrimit");
  await details.getByRole("button", { name: "Mbyll" }).last().click();

  await row.getByRole("button", { name: "Edito Arta Krasniqi" }).click();
  const form = page.getByRole("dialog", { name: "Editoni Përdoruesin" });
  await expect(form.getByRole("button", { name: "Anulo" })).toBeVisible();
  await form.getByLabel("Emri", { exact: true }).fill("");
  await form.getByLabel("Mbiemri").fill("");
  await form.getByLabel("Email").fill("");
  await form.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  for (const complaint of [
    "Emri është i detyrueshëm!",
    "Mbiemri është i detyrueshëm!",
    "Email-i është i detyrueshëm!",
  ])
    await expect(form.getByText(complaint, { exact: true })).toBeVisible();
  await form.getByLabel("Emri", { exact: true }).fill("Besa");
  await form.getByLabel("Mbiemri").fill("Hoti");
  await form.getByLabel("Email").fill(subject.person.email);
  await form.getByLabel("Telefon", { exact: false }).fill("");
  await form.getByLabel("Dealer").check();
  // The address is unverified: the form asks for confirmation before it gives a right.
  await expect(form.getByText("Adresë e paprovuar", { exact: false })).toBeVisible();
  await form.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  const unproven = page.getByRole("alertdialog", { name: "Adresa është e paprovuar" });
  await expect(unproven).toContainText(subject.person.email);
  await expectAccessible(page);
  await unproven.getByRole("button", { name: "Anulo" }).click();
  await expect(row.getByText("Dealer", { exact: true })).toBeHidden();
  await form.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await unproven.getByRole("button", { name: "Jepja të drejtën" }).click();
  await expect(page.getByText("Përdoruesi u përditësua me sukses")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(row).toContainText("Besa Hoti");
  await expect(row.getByText("Dealer", { exact: true })).toBeVisible();
  await expect(row.getByRole("cell").nth(3)).toHaveText("-");
  await row.getByRole("button", { name: "Shiko Besa Hoti" }).click();
  await expect(details).toContainText("Nuk është vendosur");
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: "Fshi përgjithmonë: Besa Hoti" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(subject.person.email);
  await question.getByRole("button", { name: "Fshi përgjithmonë" }).click();
  await expect(page.getByText("Asgjë nuk përputhet me kërkimin")).toBeVisible();
  expect((await subject.request.get("/api/me")).status()).toBe(401);

  await page.getByRole("button", { name: "Pastro" }).click();
  await expect(page).toHaveURL(/\/admin\?tab=users$/);
  await page.getByLabel("Roli").selectOption("admin");
  await expect(page).toHaveURL(/role=admin/);
  const admin = page.locator("[data-row]").filter({ hasText: "admin@vetura.example" });
  await expect(admin.getByText("Admin", { exact: true }).last()).toBeVisible();
  await expect(admin.getByRole("button", { name: /^Shiko/ })).toBeEnabled();
  await expect(admin.getByRole("button", { name: /^Edito/ })).toBeDisabled();
  await expect(admin.getByRole("button", { name: /^Fshi/ })).toBeDisabled();
  await expect(admin.getByRole("checkbox")).toBeDisabled();
});

test("the admin's lists store page, order and filters in the address, and Back restores them", async ({
  adminPage: page,
  somebody,
}) => {
  // Other tests create and delete accounts meanwhile; this one stays on the first page.
  const { id } = await somebody();
  await page.goto("/admin");
  await sectionLink(page, /^Përdoruesit/).click();
  const rows = page.locator("[data-row]");
  await expect(rows).toHaveCount(20);
  const pages = page.getByRole("navigation", { name: "Faqet" });
  await expect(pages.getByRole("button", { name: "Para" })).toBeDisabled();
  await expect(pages.getByRole("button", { name: /^Faqja/ })).toHaveCount(5);
  const newest = rowOf(page, id);
  await expect(newest).toBeVisible();
  await pages.getByRole("button", { name: "Pas" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(pages.getByRole("button", { name: "Faqja 2" })).toHaveAttribute("aria-current", "page");
  await expect(newest).toHaveCount(0);
  await pages.getByRole("button", { name: "Faqja 4" }).click();
  await expect(pages.getByRole("button", { name: "Faqja 6" })).toBeVisible();
  await expect(pages.getByRole("button", { name: "Faqja 1" })).toBeHidden();

  // Another sort order starts at page one.
  await page.getByRole("button", { name: "Email" }).click();
  await expect(page).toHaveURL(/sort=email_asc/);
  await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute("aria-sort", "ascending");
  expect(new URL(page.url()).searchParams.has("page")).toBe(false);
  await page.getByRole("button", { name: "Email" }).click();
  await expect(page).toHaveURL(/sort=email_desc/);

  await page.goBack();
  await expect(page).toHaveURL(/sort=email_asc/);
  await page.goBack();
  await expect(pages.getByRole("button", { name: "Faqja 4" })).toHaveAttribute("aria-current", "page");
  await page.goBack();
  await page.goBack();
  await expect(newest).toBeVisible();
  await page.goBack();
  await expect(shownSection(page)).toHaveText("Përmbledhje");

  // A copied address shows the same rows; a page beyond the end is reported.
  await page.goto("/admin?tab=users&page=4&sort=email_asc");
  await expect(pages.getByRole("button", { name: "Faqja 4" })).toHaveAttribute("aria-current", "page");
  await page.goto("/admin?tab=users&page=90000");
  await page.getByRole("button", { name: "Shko në faqen e parë" }).click();
  await expect(rows).toHaveCount(20);

  // states.ts checks the whole list; this checks its parts.
  await page.goto("/admin?tab=users&q=admin@vetura.example");
  await expect(rows).toHaveCount(1);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test("an admin deletes selected users after confirming and reads who was deleted and who was not", async ({
  adminPage: page,
  somebody,
}) => {
  const [first, second] = [await somebody(), await somebody()];
  // A last name that only these two have.
  const word = `Zgjedhur${Date.now()}`;
  for (const { request } of [first, second])
    expect((await request.put("/api/me", { data: { lastName: word } })).status()).toBe(200);
  await page.goto("/admin?tab=users");
  await search(page, searchLabel, word);
  await expect(page.locator("[data-row]")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Zgjidh gjithë faqen" }).check();
  await expect(page.getByText("2 përdorues të zgjedhur")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Shkarko CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.startsWith("\ufeffEmri;Mbiemri;Email;")).toBe(true);
  expect(file.trim().split("\r\n")).toHaveLength(3);
  expect(file).toContain(second.person.email);

  await page.getByRole("button", { name: "Fshi të Zgjedhurit (2)" }).click();
  const asked = page.getByRole("alertdialog", { name: "T'i fshijmë 2 përdorues?" });
  await expect(asked).toContainText(first.person.email);
  await expect(asked).toContainText(second.person.email);
  // Meanwhile one of them deletes the account.
  const gone = await second.request.delete("/api/me", { data: { password: second.person.password } });
  expect(gone.status()).toBe(204);
  await asked.getByRole("button", { name: "Fshi përgjithmonë" }).click();
  const report = page.getByRole("dialog", { name: "Rezultati i fshirjes" });
  await expect(report).toContainText("U fshi 1 përdorues.");
  await expect(report).toContainText("1 nuk u fshi:");
  await expect(report.getByRole("listitem")).toContainText(second.person.email);
  await report.getByRole("button", { name: "Mbyll" }).last().click();
  await expect(page.getByText("Asgjë nuk përputhet me kërkimin")).toBeVisible();
  await expect(page.getByText(/të zgjedhur$/)).toBeHidden();
});

test("the second of two admins who edit the same user sees the conflict and overwrites nothing", async ({
  adminPage: page,
  somebody,
}) => {
  const subject = await somebody();
  await page.goto("/admin?tab=users");
  await search(page, searchLabel, subject.person.email);
  await rowOf(page, subject.id)
    .getByRole("button", { name: /^Edito/ })
    .click();
  const form = page.getByRole("dialog", { name: "Editoni Përdoruesin" });
  await form.getByLabel("Emri", { exact: true }).fill("Vonuar");
  // The other admin was faster.
  const other = await page.request.put(`/api/admin/users/${subject.id}`, { data: { lastName: "Shpejtë" } });
  expect(other.status()).toBe(200);
  await form.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await expect(form.getByRole("alert")).toContainText("Dikush tjetër e ka ndryshuar ndërkohë");
  await expect(form.getByRole("button", { name: "Ruaj Ndryshimet" })).toBeDisabled();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Ngarko të dhënat e reja" }).click();
  await expect(form.getByLabel("Mbiemri")).toHaveValue("Shpejtë");
  await expect(form.getByLabel("Emri", { exact: true })).toHaveValue("Arta");
  await form.getByLabel("Emri", { exact: true }).fill("Vonuar");
  await form.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, subject.id)).toContainText("Vonuar Shpejtë");

  // specification.md#admin: the page's own message if the server's answer has none.
  await page.route(`**/api/admin/users/${subject.id}*`, (route) => route.fulfill({ status: 418 }));
  await rowOf(page, subject.id)
    .getByRole("button", { name: /^Edito/ })
    .click();
  await form.getByLabel("Emri", { exact: true }).fill("Askush");
  await form.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await expect(form.getByText("Gabim gjatë përditësimit të përdoruesit")).toBeVisible();
  await form.getByRole("button", { name: "Anulo" }).click();
  await rowOf(page, subject.id).getByRole("button", { name: /^Fshi/ }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel(/^Arsyeja/).fill("Llogari e dyfishtë");
  await question.getByRole("button", { name: "Fshi përgjithmonë" }).click();
  await expect(question.getByRole("alert")).toHaveText("Gabim gjatë fshirjes së përdoruesit");
  await expect(question.getByLabel(/^Arsyeja/)).toHaveValue("Llogari e dyfishtë");
  await question.getByRole("button", { name: "Anulo" }).click();
  await page.unroute(`**/api/admin/users/${subject.id}*`);

  // Somebody else deleted the user while the form was open.
  await rowOf(page, subject.id)
    .getByRole("button", { name: /^Edito/ })
    .click();
  await form.getByLabel("Emri", { exact: true }).fill("Askush");
  expect((await page.request.delete(`/api/admin/users/${subject.id}`)).status()).toBe(204);
  await form.getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await expect(form.getByRole("alert")).toContainText("Ky rresht nuk ekziston më.");
});
