import { presentMonth } from "#domain/format/day-of.ts";
import { formatEuro, formatKm, formatMonth } from "#domain/format/format.ts";
import { valueLabel } from "#domain/search/search-fields.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";

// Rules of the specification's screens without a test of their own; e2e/README.md says where each rule is
// tested.

test("a protected page shows that it checks the session and sends a guest to /login and back", async ({
  page,
  request,
}) => {
  for (const path of [
    "/edit-car/01890000-0000-7000-8000-000000000001",
    "/profile",
    "/payments",
    "/pricing",
    "/checkout",
    "/autosallon-signup",
    "/autosallon-dashboard",
  ]) {
    expect(await (await request.get(path)).text(), path).toContain("Duke kontrolluar llogarinë...");
    await page.goto(path);
    await expect(page).toHaveURL((url) => url.pathname === "/login" && url.searchParams.get("next") === path);
  }
});

test("the server renders the footer with text, prices, e-mail, place, three networks and year", async ({
  request,
}) => {
  const html = await (await request.get("/")).text();
  const footer = /<footer[^]*<\/footer>/.exec(html)?.[0] ?? "";
  expect(footer).toContain("është tregu i veturave në Kosovë");
  expect(footer).toMatch(/<a [^>]*href="\/add-car"[^>]*>.*?Individual/);
  expect(footer).toMatch(/<a [^>]*href="\/autosallon-signup"[^>]*>.*?Autosallon profesional/);
  expect(footer).toMatch(/href="mailto:[^"]+@[^"]+"/);
  expect(footer).toContain("Prishtinë, Kosovë");
  for (const network of ["Facebook", "Instagram", "TikTok"])
    expect(footer).toContain(`aria-label="${network}"`);
  expect(footer).toContain(`© ${new Date().getFullYear()}`);
});

test("a new page starts at its top, the logo leads home, and guests see login and register", async ({
  page,
}) => {
  // A long page whose content does not grow while scrolling, so the footer stays in place.
  await page.goto("/terms");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Hyr" })).toHaveAttribute("href", "/login");
  await expect(banner.getByRole("link", { name: "Regjistrohu" })).toHaveAttribute("href", "/register");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("contentinfo").getByRole("link", { name: "Privatësia" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Politika e privatësisë" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await banner.getByRole("link", { name: /ballina$/ }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("a result card shows photo, type, place, price, year, mileage, fuel, gearbox, papers, text, link and heart", async ({
  request,
}) => {
  const cars = await carsOf(request, "brand=Volkswagen&limit=20");
  const html = await (await request.get("/search?brand=Volkswagen")).text();
  const cards = html.match(/<article[^]*?<\/article>/g) ?? [];
  expect(cards).toHaveLength(20);
  const month = presentMonth();
  expect(cars.some(({ registeredUntil }) => (registeredUntil ?? "") >= month)).toBe(true);
  expect(new Set(cars.map(({ customsPaid }) => customsPaid)).size).toBeGreaterThan(1);
  for (const car of cars) {
    const card = cards.find((each) => each.includes(`/car/${car._id}"`));
    const text = (card ?? "").replaceAll(/<[^>]+>/g, " ").replaceAll("\u00a0", " ");
    for (const part of [
      `${car.brand} ${car.model}`,
      valueLabel("type", car.type),
      car.location,
      formatEuro(car.price).replaceAll("\u00a0", " "),
      String(car.year),
      formatKm(car.mileage).replaceAll("\u00a0", " "),
      car.fuel,
      car.transmission,
      "Shiko detajet",
      ...(car.isRecommended ? ["E rekomanduar"] : []),
      ...(car.customsPaid === null ? [] : [car.customsPaid ? "E doganuar" : "Pa doganë"]),
      ...(car.registeredUntil !== null && car.registeredUntil >= month
        ? [`Regjistruar deri ${formatMonth(car.registeredUntil)}`]
        : []),
    ])
      expect(text, `${car.brand} ${car.model}`).toContain(part);
    expect(card).toMatch(/<p class="car-description">[^<]+<\/p>/);
    expect(card).toMatch(/<button [^>]*aria-pressed="false"/);
    expect(card).toMatch(/<img [^>]*alt="Foto e veturës/);
  }
});

test("the year filters offer 1990 to the current year", async ({ request }) => {
  const html = await (await request.get("/search")).text();
  for (const name of ["minYear", "maxYear"]) {
    const input = new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
    expect(input).toContain('min="1990"');
    expect(input).toContain(`max="${new Date().getFullYear()}"`);
  }
});
