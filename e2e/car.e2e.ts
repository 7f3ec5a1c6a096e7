import type { Page } from "@playwright/test";
import { formatEuro } from "#domain/format/format.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { registerAndPublishCar } from "./published-car.ts";

const gallery = "section[aria-label^='Fotot e veturës']";

test("the server renders the whole car page for people and search engines, without the phone number", async ({
  page,
  request,
}) => {
  const { id } = await registerAndPublishCar(page);
  const answer = await request.get(`/car/${id}`);
  expect(answer.status()).toBe(200);
  const html = await answer.text();
  for (const part of [
    "Dacia Duster",
    "13.900 €",
    "84.000 km",
    "E doganuar",
    "1.461 cm³",
    "80\u00A0kW (109\u00A0PS)",
    "Istog",
  ]) {
    expect(html).toContain(part);
  }
  // Neither the seller's number nor the one typed into the description is in the HTML.
  expect(html.replaceAll(/[\s./-]/g, "")).not.toContain("44765432");

  const jsonLd: unknown = JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "null",
  );
  expect(jsonLd).toMatchObject({ "@type": "Car", offers: { price: 13_900, priceCurrency: "EUR" } });
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+\/og\/[0-9a-f-]{36}\/[0-9a-z]+\.jpg"/);
  expect(html).toContain(`rel="canonical" href="${new URL(answer.url()).origin}/car/${id}"`);
});

test("the car page shows the phone number on request with three ways to use it", async ({ page }) => {
  const [car] = await carsOf(page.request, "brand=BMW&limit=1");
  await page.goto(`/car/${car?._id}`);
  await page.getByRole("button", { name: "Shfaq numrin e telefonit" }).press("Enter");
  const card = page.getByRole("region", { name: "Kontakti i shitësit" });
  const number = card.getByRole("link", { name: /^\+\d/ });
  await expect(number, "the number replaces the button, with its focus").toBeFocused();
  const phone = (await number.getAttribute("href"))?.replace("tel:", "") ?? "";
  expect(phone).toMatch(/^\+\d{8,}$/);
  await expect(card.getByText(`Kur telefononi, përmendni shpalljen nr. ${car?.number}.`)).toBeVisible();
  await expect(card.getByRole("link", { name: "Telefono" })).toHaveAttribute("href", `tel:${phone}`);
  await expect(card.getByRole("link", { name: "Viber" })).toHaveAttribute(
    "href",
    /^viber:\/\/chat\?number=%2B/,
  );
  await expect(card.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\d+\?text=/,
  );
});

test("the car page retries a failed request for the phone number", async ({ page }) => {
  const [car] = await carsOf(page.request, "brand=BMW&limit=1");
  await page.goto(`/car/${car?._id}`);
  await page.route(/\/contact$/, (route) =>
    route.fulfill({
      status: 429,
      json: { message: "Shumë përpjekje. Provoni përsëri pas pak.", code: "too_many_requests" },
    }),
  );
  await page.getByRole("button", { name: "Shfaq numrin e telefonit" }).click();
  await expect(page.locator("main").getByRole("alert")).toHaveText(
    "Shumë përpjekje. Provoni përsëri pas pak.",
  );
  await page.unroute(/\/contact$/);
  await page.getByRole("button", { name: "Shfaq numrin e telefonit" }).click();
  await expect(page.locator("main").getByRole("link", { name: /^\+\d/ })).toBeVisible();
});

test("text that is selected in a dialog as far as the backdrop does not close it", async ({ page }) => {
  const [car] = await carsOf(page.request, "brand=BMW&limit=1");
  await page.goto(`/car/${car?._id}`);
  await page.getByRole("button", { name: "Raporto" }).click();
  const words = page.getByRole("dialog").locator("textarea");
  await words.fill("Çmimi nuk është i saktë");
  await words.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(words).toHaveValue("Çmimi nuk është i saktë");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the gallery changes photos by arrows and thumbnails and has a full-screen view with keys", async ({
  page,
}) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto(`/car/${id}`);
  const photos = page.locator(gallery);
  const counter = photos.getByText(/^\d \/ 2$/);
  await expect(counter).toHaveText("1 / 2");
  await photos.getByRole("button", { name: "Fotoja e radhës" }).click();
  await expect(counter).toHaveText("2 / 2");
  await photos.getByRole("button", { name: "Shko te fotoja 1" }).click();
  await expect(counter).toHaveText("1 / 2");

  await photos
    .getByRole("link", { name: /^Hap fotot/ })
    .first()
    .click();
  const viewer = page.locator(".yarl__root");
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  // The viewer takes the keys once it has the focus.
  await expect(viewer.locator(":focus")).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(counter).toHaveText("2 / 2");
});

test("the keyboard passes the gallery without a nameless stop and without its thumbnails", async ({
  page,
}) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto(`/car/${id}`);
  const stops: string[] = [];
  await page.locator("#content").focus();
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const { activeElement: at } = document;
      return at === null ? "" : (at.getAttribute("aria-label") ?? at.textContent ?? "").trim();
    });
    stops.push(name);
    if (name === "Shfaq numrin e telefonit" || name === "Edito") break;
  }
  expect(stops, "each stop has a name").not.toContain("");
  expect(stops.filter((name) => name.startsWith("Shko te fotoja"))).toEqual([]);
  expect(stops.filter((name) => name.startsWith("Hap fotot"))).toHaveLength(2);
  expect(stops).toContain("Fotoja e radhës");
});

/** A rated car of the demo without customs, with a known engine and young enough to be imported. */
async function costlyCar(page: Page) {
  const imported = await carsOf(
    page.request,
    `customsPaid=false&minYear=${new Date().getFullYear() - 8}&limit=100`,
  );
  const car = imported.find(({ priceBand, engineSize }) => priceBand !== null && engineSize !== null);
  if (car === undefined) throw new Error("The demo has no such car.");
  return car;
}

test("the first screen of a car has price, price band, papers, costs to plates and contact", async ({
  page,
}) => {
  const car = await costlyCar(page);
  await page.goto(`/car/${car._id}`);
  const main = page.locator("main");
  const plates = main.getByRole("link", { name: /^Me targa gjithsej/ });
  for (const [what, part] of [
    ["photo", page.locator(`${gallery} li img[fetchpriority=high]`)],
    ["price", main.getByText(formatEuro(car.price), { exact: true }).first()],
    ["band", main.getByText(/^(?:Shumë )?(?:nën|mbi) treg$|^Çmim i drejtë$/i).first()],
    ["papers", main.getByText("Pa doganë", { exact: true }).first()],
    ["plates", plates],
    ["number", main.getByRole("button", { name: "Shfaq numrin e telefonit" })],
    ["WhatsApp", main.getByRole("button", { name: "WhatsApp" }).first()],
    ["follow", main.getByRole("button", { name: "Ndiq çmimin" })],
  ] as const)
    await expect(part, what).toBeInViewport({ ratio: 1 });
  await plates.click();
  await expect(page.locator("#costs-box")).toBeInViewport();
});

test("the sections of a car's page have the same order at each width", async ({ page }) => {
  const car = await costlyCar(page);
  await page.goto(`/car/${car._id}`);
  const parts = ["details", "description", "equipment", "price-box", "costs-box", "seller", "similar"];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.locator("main h2[id]").evaluateAll((headings) =>
      headings
        .map((heading) => ({ id: heading.id, top: heading.getBoundingClientRect().top }))
        .toSorted((a, b) => a.top - b.top)
        .map(({ id }) => id),
    );
    const there = parts.filter((part) => found.includes(part));
    expect(there.length).toBeGreaterThan(5);
    expect(found.filter((id) => parts.includes(id))).toEqual(there);
    const photo = await page.locator(gallery).first().boundingBox();
    const details = await page.locator("#details").boundingBox();
    expect(photo?.y).toBeLessThan(details?.y ?? 0);
  }
});

test("a printed car has its photo, price and facts, and no bars, hearts or buttons", async ({ page }) => {
  const [car] = await carsOf(page.request, "brand=BMW&limit=1");
  await page.goto(`/car/${car?._id}`);
  await page.emulateMedia({ media: "print" });
  const visible = page.locator("main");
  await expect(visible.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(visible.getByRole("heading", { name: "Të dhënat teknike" })).toBeVisible();
  await expect(visible.getByText(`/car/${car?._id}`)).toBeVisible();
  await expect(page.locator(`${gallery} li img[fetchpriority=high]`)).toBeVisible();
  for (const gone of ["header", "footer", "button", "[data-bottom-bar]", "#similar"]) {
    for (const each of await page.locator(gone).all()) await expect(each, gone).toBeHidden();
  }
  await expect(visible.getByText("Kthehu")).toBeHidden();
});

test("a car with customs paid prints on one page of A4, its price beside the photo", async ({ page }) => {
  const [car] = await carsOf(page.request, "brand=BMW&customsPaid=true&limit=1");
  await page.goto(`/car/${car?._id}`);
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: "print" });
  const photo = await page.locator(`${gallery} li img[fetchpriority=high]`).boundingBox();
  const name = await page.locator("main").getByRole("heading", { level: 1 }).boundingBox();
  expect(name?.x).toBeGreaterThan((photo?.x ?? 0) + (photo?.width ?? 0));
  expect(name?.y).toBeLessThan((photo?.y ?? 0) + (photo?.height ?? 0));
});

test("a car with equipment and the costs to plates prints on at most two pages of A4", async ({ page }) => {
  const imported = await carsOf(page.request, "customsPaid=false&limit=100");
  const [car] = imported.toSorted((a, b) => b.equipment.length - a.equipment.length);
  await page.goto(`/car/${car?._id}`);
  await expect(page.locator("#costs-box")).toBeAttached();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(2);
});

test("the server-rendered car page shows a real price cut, and no other change", async ({ page }) => {
  const { id, fields } = await registerAndPublishCar(page, { price: 7_500 });
  const put = async (price: number) => {
    const answer = await page.request.put(`/api/cars/${id}`, { data: { ...fields, price } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await put(7_400);
  await page.goto(`/car/${id}`);
  await expect(page.getByRole("paragraph").filter({ hasText: /^7\.400\s€$/ })).toBeVisible();
  await expect(page.getByText("Ulur nga")).toHaveCount(0);
  await put(6_900);
  const html = await (await page.request.get(`/car/${id}`)).text();
  expect(html.replaceAll("\u00a0", " ")).toContain("Ulur nga 7.400 € më ");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/car/${id}`);
    await expect(page.getByText(/^Ulur nga 7\.400\s€ më \d{2}\.\d{2}\.$/)).toBeVisible();
    await expectAccessible(page);
  }
});

test("/car answers 404 with a message for an unknown and a missing id", async ({ page }) => {
  for (const id of ["01890000-0000-7000-8000-000000000000", "xyz"]) {
    const answer = await page.goto(`/car/${id}`);
    expect(answer?.status(), id).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Vetura nuk u gjet" })).toBeVisible();
  }
  expect((await page.goto("/car"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "ID-ja e veturës mungon" })).toBeVisible();
});

test("the owner marks a car as sold on its page, and the public sees it without contact", async ({
  page,
  browser,
}) => {
  const { id } = await registerAndPublishCar(page);
  const stranger = await browser.newPage();
  await stranger.goto(`/car/${id}`);
  await expect(stranger.getByRole("button", { name: "Shfaq numrin e telefonit" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Edito" })).toHaveCount(0);
  await expect(stranger.getByText("Mos paguani asgjë para se ta shihni veturën.")).toBeVisible();

  await page.goto(`/car/${id}`);
  const own = page.getByRole("region", { name: "Kjo është vetura juaj" });
  await expect(own.getByRole("link", { name: "Edito" })).toHaveAttribute("href", `/edit-car/${id}`);
  // Advice for buyers is not shown to the owner.
  await expect(page.getByText("Kështu e shohin blerësit kontaktin tuaj.")).toBeVisible();
  await expect(page.getByText("Mos paguani asgjë")).toHaveCount(0);
  await own.getByRole("button", { name: "E shitur" }).click();
  await page.getByRole("button", { name: "Anulo" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await own.getByRole("button", { name: "E shitur" }).click();
  await page.getByRole("button", { name: "Konfirmo" }).click();
  await expect(page.getByText("Vetura u shënua si e shitur!")).toBeVisible();
  await expect(page).toHaveURL(/\/my-publishings$/);

  await stranger.reload();
  await expect(stranger.getByText(/Kjo veturë u shit më \d{2}\.\d{2}\.\d{4}\./)).toBeVisible();
  await expect(stranger.getByRole("button", { name: "Shfaq numrin e telefonit" })).toHaveCount(0);
  await page.goto(`/car/${id}`);
  await expect(page.getByText(/Kjo veturë u shit më/)).toBeVisible();
  await expect(own).toHaveCount(0);
  await stranger.close();
});

test("the owner archives a car on its page, which then only the owner can open", async ({
  page,
  request,
}) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto(`/car/${id}`);
  await page.getByRole("button", { name: "Fshi" }).click();
  await page.getByRole("button", { name: "Konfirmo" }).click();
  await expect(page.getByText("Vetura u fshi me sukses")).toBeVisible();
  await expect(page).toHaveURL(/\/my-publishings$/);

  expect((await request.get(`/car/${id}`)).status()).toBe(404);
  const answer = await page.goto(`/car/${id}`);
  expect([answer?.status(), answer?.headers()["cache-control"]]).toEqual([200, "private, no-store"]);
  await expect(page.getByRole("heading", { level: 1, name: "Dacia Duster" })).toBeVisible();
  await expect(page.getByText("Këtë veturë e shihni vetëm ju.")).toBeVisible();
});

test.describe("when marking as sold fails", () => {
  test.use({ expectedErrors: [/gabim|status of 500/] });

  test("the owner reads the message of /my-publishings and stays when marking as sold fails", async ({
    page,
  }) => {
    const { id } = await registerAndPublishCar(page);
    await page.goto(`/car/${id}`);
    await page.route(/\/sold$/, (route) =>
      route.fulfill({ status: 500, json: { message: "gabim", code: "internal" } }),
    );
    await page.getByRole("button", { name: "E shitur" }).click();
    await page.getByRole("button", { name: "Konfirmo" }).click();
    await expect(page.getByText("Dështoi shënimi si e shitur. Provoni përsëri.")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/car/${id}$`));
  });
});

test.describe("when deleting fails", () => {
  test.use({ expectedErrors: [/gabim|status of 500/] });

  test("a failed deletion is logged, and the owner sees a message and returns to /my-publishings", async ({
    page,
  }) => {
    const { id } = await registerAndPublishCar(page);
    await page.goto(`/car/${id}`);
    await page.route(`**/api/cars/${id}`, (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 500, json: { message: "gabim", code: "internal" } })
        : route.fallback(),
    );
    await page.getByRole("button", { name: "Fshi" }).click();
    await page.getByRole("button", { name: "Konfirmo" }).click();
    await expect(page.getByText("Gabim në fshirjen e veturës")).toBeVisible();
    await expect(page).toHaveURL(/\/my-publishings$/);
  });
});

test("the car page lists recently seen cars without those sold meanwhile", async ({ page, browser }) => {
  const [first, second] = await carsOf(page.request, "brand=BMW&limit=2");
  const seller = await browser.newPage();
  const { id: sold } = await registerAndPublishCar(seller);
  for (const id of [first?._id, sold, second?._id]) {
    await page.goto(`/car/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect((await seller.request.put(`/api/cars/${sold}/sold`)).status()).toBe(200);
  await seller.close();
  await page.reload();
  await page.locator("footer").scrollIntoViewIfNeeded();
  const seen = page.getByRole("region", { name: "Të shikuara së fundi" });
  await expect(seen.locator("article h3 a")).toHaveCount(1);
  await expect(seen.locator("article h3 a")).toHaveAttribute("href", `/car/${first?._id}`);
});

test("the share button copies the address if the browser cannot share", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [car] = await carsOf(page.request, "brand=BMW&limit=1");
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto(`/car/${car?._id}`);
  await page.getByRole("button", { name: "Shpërndaje" }).click();
  await expect(page.getByText("Adresa u kopjua")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test("a similar car opens its page, and Back returns to the car before", async ({ page }) => {
  const [car] = await carsOf(page.request, "brand=Volkswagen&limit=1");
  await page.goto(`/car/${car?._id}`);
  const first = page.url();
  const similar = page.getByRole("region", { name: "Vetura të ngjashme" }).locator("article h3 a").first();
  const name = (await similar.textContent()) ?? "";
  await similar.click();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("link", { name: "Kthehu te vetura" }).click();
  await expect(page).toHaveURL(first);
});

test("a car from a list opens from the browser's car cache", async ({ page }) => {
  await page.goto("/search");
  // Changing a filter loads whole cars into the browser's cache.
  await page.getByRole("complementary").getByRole("checkbox", { name: /^BMW/ }).check();
  await expect(page).toHaveURL(/brand=BMW/);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await expect(page.locator("main article h3").first()).toHaveText(/^BMW/);
  let asked = 0;
  page.on("request", (sent) => {
    if (/\/api\/cars\/[0-9a-f-]{36}$/.test(sent.url())) asked += 1;
  });
  const link = page.locator("main article h3 a").first();
  const name = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(asked).toBe(0);
});

for (const width of widths) {
  test(`axe finds no violation on the car page at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { id } = await registerAndPublishCar(page);
    await page.goto(`/car/${id}`);
    await expect(page.getByRole("region", { name: "Kjo është vetura juaj" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Fshi" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/car/xyz");
    await expectAccessible(page);
  });
}
