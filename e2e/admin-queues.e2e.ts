import { z } from "zod";
import { expect, search, sectionLink, test } from "./admin.ts";
import { waitForHydration } from "./fixtures.ts";
import { waitForReturn, cards, payWith } from "./paying.ts";
import { signIn } from "./people.ts";
import { publishCar, uploadPhoto } from "./published-car.ts";

// Long tests, slow on a loaded machine.
test.describe.configure({ timeout: 240_000 });

test("an admin hides a reported car, shows it again and dismisses another report", async ({
  adminPage,
  browser,
  somebody,
}) => {
  const owner = await somebody();
  const { id } = await publishCar(owner);
  const visit = await browser.newContext();
  const visitor = await visit.newPage();
  await visitor.goto(`/car/${id}`);
  await waitForHydration(visitor);
  await visitor.getByRole("button", { name: "Raporto" }).click();
  const dialog = visitor.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Dërgo raportimin" });
  await send.click();
  await expect(dialog.getByRole("alert")).toContainText("Zgjidhni arsyen e raportimit");
  await dialog.getByLabel("Arsyeja").selectOption({ label: "Mashtrim ose çmim i pabesueshëm" });
  await dialog.getByLabel(/^Shpjegimi/).fill("Kërkon kapar para se ta shohësh <b>veturën</b>.");
  await dialog.getByLabel(/^Email-i/).fill("kjo nuk është adresë");
  await send.click();
  await expect(dialog.getByLabel(/^Email-i/)).toHaveAttribute("aria-invalid", "true");
  // After a 429 the page shows the server's message and keeps the input.
  await dialog.getByLabel(/^Email-i/).fill("vizitor@example.com");
  await visitor.route("**/api/cars/*/report", (route) =>
    route.fulfill({ status: 429, headers: { "Retry-After": "60" }, json: {} }),
  );
  await send.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Keni dërguar shumë raportime. Provoni përsëri pas pak.",
  );
  await visitor.unroute("**/api/cars/*/report");
  await send.click();
  await expect(dialog.getByRole("status")).toContainText("Përgjigjen e dërgojmë te vizitor@example.com.");
  await dialog.getByRole("button", { name: "Mbyll" }).last().click();

  const page = adminPage;
  await page.goto("/admin?tab=reports");
  // Reports of other tests may be listed before this one.
  const card = page.locator("[data-report]").filter({ has: page.locator(`a[href="/car/${id}"]`) });
  await expect(card).toContainText("Kërkon kapar para se ta shohësh <b>veturën</b>.");
  await expect(card).toContainText("Mashtrim ose çmim i pabesueshëm");
  await expect(card).toContainText("Pret përgjigje me email");
  await card.getByRole("button", { name: "Hiqe nga publiku" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Hiqe nga publiku" }).click();
  await expect(card).toBeHidden();
  expect((await visit.request.get(`/car/${id}`)).status()).toBe(404);
  const home = await browser.newContext({ storageState: await owner.request.storageState() });
  const own = await home.newPage();
  await own.goto("/my-publishings");
  await expect(own.locator(`[data-car="${id}"]`)).toContainText("administratori e ka hequr nga publiku");
  await home.close();

  await page.getByRole("button", { name: "Të shqyrtuara" }).click();
  await expect(page).toHaveURL(/state=decided/);
  await expect(card).toContainText("Vetura u hoq nga publiku nga admin@vetura.example");
  await card.getByRole("button", { name: "Shfaqe përsëri" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Shfaqe përsëri" }).click();
  await expect(card).toContainText("Vetura u shfaq përsëri");
  expect((await visit.request.get(`/car/${id}`)).status()).toBe(200);

  const again = await visit.request.post(`/api/cars/${id}/report`, { data: { reason: "other" } });
  expect(again.status()).toBe(204);
  await page.getByRole("button", { name: "Të hapura" }).click();
  await card.getByRole("button", { name: "Nuk ka shkelje" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Nuk ka shkelje" }).click();
  await expect(card).toBeHidden();
  await visit.close();
});

test("an admin finds the picture and text of a social promotion and marks it as done", async ({
  adminPage: page,
  somebody,
  browser,
  baseURL,
}) => {
  const buyer = await somebody();
  const checkout = await buyer.request.post("/api/payment/create-checkout", {
    data: {
      amount: 10,
      sponsorshipDays: 0,
      socialPromotion: true,
      carData: {
        brand: "Renault",
        model: "Clio",
        year: 2018,
        type: "Hatchback",
        sellerName: "Arta Krasniqi",
        sellerPhone: "044 123 456",
        price: 8_400,
        mileage: 91_000,
        fuel: "Diesel",
        transmission: "Manual",
        location: "Pejë",
        images: [await uploadPhoto(buyer, "#7a2230")],
      },
    },
  });
  expect(checkout.status(), await checkout.text()).toBe(200);
  const { checkoutUrl } = z.object({ checkoutUrl: z.string() }).parse(await checkout.json());
  const paying = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const card = await paying.newPage();
  await card.goto(checkoutUrl, { waitUntil: "load" });
  await payWith(card, cards.pays);
  await waitForReturn(card, "/payment/success");
  await expect(card.getByTestId("paid-amount")).toHaveText("$10");
  const mine = z.array(z.object({ _id: z.string() }));
  const [car] = mine.parse(await (await buyer.request.get("/api/cars/my")).json());
  await paying.close();

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin?tab=social");
  const post = page.locator("[data-post]").filter({ has: page.locator(`a[href="/car/${car?._id}"]`) });
  await expect(post).toContainText(/Afati: \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
  await expect(post.getByRole("link", { name: "Hap foton 1 të veturës Renault Clio, 2018" })).toBeVisible();
  await post.getByRole("button", { name: "Kopjo tekstin" }).click();
  await expect(page.getByText("Teksti u kopjua")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("8.400 €");
  expect(copied).toContain(`/car/${car?._id}`);
  await post.getByRole("button", { name: "U postua" }).click();
  await expect(post).toBeHidden();
  await page.getByRole("button", { name: "Të postuara" }).click();
  await expect(post).toContainText("Postuar nga admin@vetura.example");
  await post.getByRole("button", { name: "Kthe në pritje" }).click();
  await expect(post).toBeHidden();
});

test("an admin approves, merges and refuses suggested models, and the audit log says who did it", async ({
  adminPage: page,
  somebody,
}) => {
  const seller = await somebody();
  const mark = Date.now().toString(36);
  const typed = [`Duster ${mark} a`, `Duster ${mark} b`, `Duster ${mark} c`] as const;
  const { id } = await publishCar(seller, { model: typed[0] });
  for (const model of typed.slice(1)) {
    const answer = await seller.request.post("/api/car-models/models", { data: { brand: "Dacia", model } });
    expect(answer.status()).toBe(201);
  }
  await page.goto("/admin?tab=models");
  const row = (name: string) => page.locator("[data-row]").filter({ hasText: name });
  await expect(row(typed[0])).toContainText(seller.person.email);

  await row(typed[0]).getByRole("button", { name: "Bashko" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Bashko" }).click();
  await expect(dialog.getByText("Zgjidhni modelin me të cilin bashkohet")).toBeVisible();
  await dialog.getByLabel("Modeli i Dacia në katalog").selectOption("Duster");
  await dialog.getByRole("button", { name: "Bashko" }).click();
  await expect(page.getByText("1 veturë është tani Dacia Duster")).toBeVisible();
  await expect(row(typed[0])).toBeHidden();

  await row(typed[1]).getByRole("button", { name: "Prano" }).click();
  await dialog.getByLabel("Modeli i markës Dacia").fill(`Duster ${mark} B`);
  await dialog.getByRole("button", { name: "Prano" }).click();
  await expect(row(typed[1])).toBeHidden();
  const catalogue = await page.request.get("/api/car-models/models?brand=Dacia");
  expect(await catalogue.json()).toContain(`Duster ${mark} B`);

  await row(typed[2]).getByRole("button", { name: "Refuzo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Refuzo" }).click();
  await expect(row(typed[2])).toBeHidden();

  // The log: filtered by action and words, with the values before and after.
  expect(
    (await page.request.put(`/api/admin/users/${seller.id}`, { data: { lastName: "Ndryshuar" } })).status(),
  ).toBe(200);
  await sectionLink(page, "Regjistri").click();
  await page.getByLabel("Veprimi").selectOption("user.update");
  await search(page, "Emri ose ID-ja e rreshtit", seller.id);
  await expect(page.getByText("Gjithsej 1 veprime")).toBeVisible();
  const entry = page.locator("[data-row]");
  await expect(entry).toContainText("admin@vetura.example");
  await expect(entry).toContainText("Ndryshoi përdoruesin");
  await expect(entry).toContainText(/Mbiemri:\s*Krasniqi\s*u bë→\s*Ndryshuar/);
  await page.getByLabel("Deri më").fill("2020-01-01");
  await expect(page.getByText("Asgjë nuk përputhet me kërkimin")).toBeVisible();
  await page.getByLabel("Deri më").fill("");
  await page.getByLabel("Veprimi").selectOption("model.merge");
  await search(page, "Emri ose ID-ja e rreshtit", typed[0]);
  await expect(entry).toContainText("Bashkoi modelin");
  expect((await page.request.get(`/api/cars/${id}`)).status()).toBe(200);
});

test("the health section shows jobs, money, storage and versions, and loads the charts when it shows them", async ({
  adminPage: page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto("/admin?tab=users");
  await expect(page.locator("[data-row]").first()).toBeVisible();
  expect(scripts.filter((path) => path.includes("bar-chart"))).toEqual([]);
  await sectionLink(page, /^Gjendja e faqes/).click();
  for (const group of [
    "Punët në prapavijë",
    "Email-et",
    "Pagesat",
    "Hapësira",
    "Shqyrtimi",
    "Kërkimi",
    "Procesi",
  ])
    await expect(page.getByRole("heading", { name: group })).toBeVisible();
  await expect(page.getByText("PostgreSQL", { exact: true })).toBeVisible();
  const named = await page
    .getByRole("heading", { name: "Pagesat" })
    .locator("..")
    .getByRole("term")
    .allTextContents();
  expect(named).toContain("Fatura që presin të lëshohen");
  expect(named).toEqual([...new Set(named)]);
  await expect(
    page.getByRole("img", { name: /^Vetura të publikuara sipas ditëve: gjithsej [1-9]/ }),
  ).toBeVisible();
  await page.getByLabel("Periudha").selectOption("365");
  await expect(page).toHaveURL(/days=365/);
  await expect(page.locator("svg .recharts-bar-rectangle").first()).toBeVisible();
  expect(scripts.filter((path) => path.includes("bar-chart"))).toHaveLength(1);
});

test("an admin goes from a report to the seller's account, suspends it with a reason, and lifts it again", async ({
  adminPage: page,
  somebody,
  browser,
}) => {
  const seller = await somebody();
  const { id } = await publishCar(seller);
  const visit = await browser.newContext();
  const sent = await visit.request.post(`/api/cars/${id}/report`, {
    data: { reason: "fraud", text: "Fotot janë nga një faqe tjetër." },
  });
  expect(sent.status()).toBe(204);

  await page.goto("/admin?tab=reports");
  const card = page.locator("[data-report]").filter({ has: page.locator(`a[href="/car/${id}"]`) });
  await card.getByRole("link", { name: /^Pronari: / }).click();
  await expect(page).toHaveURL(new RegExp(`user=${seller.id}`));
  await expect(page.getByRole("region", { name: "Raportimet për veturat" })).toContainText(
    "Fotot janë nga një faqe tjetër.",
  );
  await expect(
    page.getByRole("region", { name: "Veturat", exact: true }).getByRole("link").nth(1),
  ).toHaveAttribute("href", `/car/${id}`);

  await page.getByRole("button", { name: "Pezullo llogarinë" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Pezullo llogarinë" }).click();
  await expect(question).toContainText("Shkruani arsyen");
  await question.getByLabel(/^Arsyeja/).fill("Foto të huaja në tri shpallje");
  await question.getByRole("button", { name: "Pezullo llogarinë" }).click();
  await expect(page.getByText("Llogaria u pezullua")).toBeVisible();
  await expect(page.getByText(/^E pezulluar më /)).toBeVisible();
  await expect(page.getByRole("region", { name: "Çfarë kanë bërë administratorët" })).toContainText(
    "Foto të huaja në tri shpallje",
  );
  expect((await visit.request.get(`/car/${id}`)).status()).toBe(404);

  // The person can sign in and reads the reason on the first page.
  const home = await browser.newContext();
  const own = await home.newPage();
  await own.goto("/login");
  await waitForHydration(own);
  await signIn(own, seller.person);
  const notice = own.getByRole("region", { name: "Llogaria juaj është pezulluar" });
  await expect(notice).toContainText("Arsyeja: Foto të huaja në tri shpallje");
  await own.goto("/my-publishings");
  await expect(own.locator(`[data-car="${id}"]`)).toContainText("llogaria juaj është pezulluar");

  // The action is still listed after a reload, and Back leads to the reports.
  await page.reload();
  await page.getByRole("button", { name: "Hiq pezullimin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Hiq pezullimin" }).click();
  await expect(page.getByRole("button", { name: "Pezullo llogarinë" })).toBeVisible();
  expect((await visit.request.get(`/car/${id}`)).status()).toBe(200);
  await own.reload();
  await expect(own.locator(`[data-car="${id}"]`)).toBeVisible();
  await expect(notice).toBeHidden();
  await page.goBack();
  await expect(card).toBeVisible();
  await visit.close();
  await home.close();
});
