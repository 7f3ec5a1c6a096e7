import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, sectionLink, test } from "./admin.ts";
import { expectAccessible, widths } from "./axe.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";

// Texts that only the dashboard has.
const adminWords = ["Menaxhimi i përdoruesve", "Fshi të Zgjedhurit", "/api/admin/"];

// Long tests, slow on a loaded machine.
test.describe.configure({ timeout: 240_000 });

test("/admin refuses guests and other users, who load none of its code", async ({ page, request }) => {
  const scripts = new Set<string>();
  page.on("request", (sent) => {
    if (sent.resourceType() === "script") scripts.add(sent.url());
  });
  expect(await (await request.get("/admin")).text()).toContain("Duke ngarkuar...");
  await page.goto("/admin?tab=users&page=2");
  await expect(page).toHaveURL(
    (url) => url.pathname === "/login" && url.searchParams.get("next") === "/admin?tab=users&page=2",
  );

  await registerAccount(page);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Akses i ndaluar" })).toBeVisible();
  await expect(page.getByText("Ju nuk keni të drejta administratori")).toBeVisible();
  await expectAccessible(page);
  for (const path of ["stats", "users", "cars", "audit", "health"])
    expect((await page.request.get(`/api/admin/${path}`)).status(), path).toBe(403);

  const [car] = await carsOf(request, "brand=BMW&limit=1");
  for (const path of ["/", "/search", `/car/${car?._id}`, "/profile"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect(scripts.size).toBeGreaterThan(10);
  // Fetched again, because the browser discards the bodies of a page that it left.
  for (const url of scripts) {
    const text = await (await request.get(url)).text();
    for (const word of adminWords) expect(text, `${url} says „${word}“`).not.toContain(word);
  }
});

test("the menu leads to the admin overview with five cards and the newest people and cars (specification.md#admin)", async ({
  adminPage: page,
}) => {
  await page.goto("/");
  await page.locator("header").getByRole("button", { name: "Admin" }).click();
  await page.getByRole("link", { name: "Paneli i administratorit" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Menaxhimi i përdoruesve dhe veturave" }),
  ).toBeVisible();
  for (const tab of ["Përmbledhje", /^Përdoruesit \([\d.]+\)$/, /^Veturat \([\d.]+\)$/])
    await expect(sectionLink(page, tab)).toBeVisible();
  for (const [id, label] of [
    ["total-users", "Gjithsej përdorues"],
    ["dealers", "Autosallone"],
    ["total-cars", "Gjithsej vetura"],
    ["active-cars", "Vetura aktive"],
    ["sold-cars", "Vetura të shitura"],
  ] as const) {
    await expect(page.getByTestId(id)).toHaveText(/^[\d.]+$/);
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  const people = page.getByRole("region", { name: "Përdoruesit e fundit" }).getByRole("listitem");
  await expect(people).toHaveCount(5);
  await expect(people.first()).toContainText("@");
  const cars = page.getByRole("region", { name: "Veturat e fundit" }).getByRole("listitem");
  await expect(cars).toHaveCount(5);
  await expect(cars.first()).toContainText(/\d{4}\s+[\d.]+\s€\s+\S/);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test("an admin who loses the right loses the dashboard with the next action", async ({
  adminPage,
  browser,
  somebody,
}) => {
  const second = await somebody();
  const user = `/api/admin/users/${second.id}`;
  const promoted = await adminPage.request.put(user, { data: { isAdmin: true } });
  expect(promoted.status()).toBe(200);
  // No admin may change another admin (specification.md#admin).
  expect((await adminPage.request.put(user, { data: { isAdmin: false } })).status()).toBe(403);
  expect((await adminPage.request.delete(user)).status()).toBe(403);

  const context = await browser.newContext({ storageState: await second.request.storageState() });
  const page = await context.newPage();
  await page.goto("/admin?tab=users");
  // A new browser with an empty cache loads the whole dashboard first.
  await expect(page.locator("[data-row]").first()).toBeVisible({ timeout: 45_000 });
  await promisify(execFile)(process.execPath, ["scripts/admin.ts", "revoke", second.person.email], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  });
  await sectionLink(page, "Regjistri").click();
  await expect(page.getByRole("heading", { name: "Akses i ndaluar" })).toBeVisible();
  await context.close();
});
