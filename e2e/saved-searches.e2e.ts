import type { Page, Request } from "@playwright/test";
import { car as carSchema } from "#contract/cars.ts";
import { accountPageMessages as accountText } from "#domain/messages/account-pages.ts";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { mailsTo, verifyEmail } from "./mails.ts";
import { fillRegistration, type Person, newPerson, signIn } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";

/** A registered account without a session. */
async function registered(page: Page): Promise<Person> {
  const person = newPerson();
  const { email, password, firstName, lastName } = person;
  const answer = await page.request.post("/api/register", {
    data: { firstName, lastName, email, password, phone: "+38344123456" },
  });
  expect(answer.status()).toBe(201);
  await page.context().clearCookies();
  return person;
}

// Long tests over several pages, with axe runs.
test.slow();

test("a guest's search is saved after signing in and managed in the profile", async ({ page }) => {
  const person = await registered(page);
  await page.goto("/search?brand=Dacia&maxPrice=20000&sort=price_asc");
  await page.getByRole("button", { name: text.save }).click();
  await expect(page.getByText(accountText.whySignIn.saveSearch)).toBeVisible();
  await expectAccessible(page);
  await signIn(page, person);
  // Back on the search, which was saved without another click; a reload does not save it again.
  await expect(page.getByText(text.dialog.saved)).toBeVisible();
  await expect(page).toHaveURL(/\/search\?brand=Dacia&maxPrice=20000&sort=price_asc$/);
  await page.reload();
  await expect(page.getByRole("button", { name: text.save })).toBeVisible();
  await expect(page.getByText(text.dialog.already)).toHaveCount(0);
  const saved: unknown = await (await page.request.get("/api/saved-searches")).json();
  expect(saved).toMatchObject([{ name: "Dacia, deri 20.000 €", frequency: "at_once" }]);
  // Signed-in people choose name and frequency in a dialog.
  await page.goto("/search?brand=Dacia&maxPrice=21000&sort=price_asc");
  await page.getByRole("button", { name: text.save }).click();
  const dialog = page.getByRole("dialog", { name: text.dialog.title });
  await expect(dialog.getByLabel(text.dialog.name)).toHaveValue("Dacia, deri 21.000 €");
  await expectAccessible(page);
  await dialog.getByLabel(text.dialog.name).fill("Dacia për nënën");
  await dialog.getByLabel(text.frequencies.daily).check();
  await dialog.getByRole("button", { name: text.dialog.save, exact: true }).click();
  await expect(page.getByText(text.dialog.saved)).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.goto("/profile/notifications");
  const list = page.getByRole("region", { name: text.list.heading });
  await expect(list.getByRole("link", { name: "Dacia për nënën" })).toHaveAttribute(
    "href",
    "/search?brand=Dacia&maxPrice=21000",
  );
  const frequency = list.getByLabel(text.list.frequencyOf("Dacia për nënën"));
  await expect(frequency).toHaveValue("daily");
  await frequency.selectOption("never");
  await expect(page.getByText(text.list.frequencyChanged)).toBeVisible();
  await list.getByRole("button", { name: text.list.renameOf("Dacia për nënën") }).click();
  await list.getByRole("button", { name: text.list.cancel }).click();
  await expect(list.getByRole("button", { name: text.list.renameOf("Dacia për nënën") })).toBeFocused();
  await page.keyboard.press("Enter");
  await list.getByLabel(text.list.newName).fill("Dacia");
  await list.getByRole("button", { name: text.list.saveName }).click();
  await expect(list.getByRole("link", { name: "Dacia", exact: true })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.reload();
  await expect(frequencyOf(page, "Dacia")).toHaveValue("never");
  for (const name of ["Dacia, deri 20.000 €", "Dacia"]) {
    await list.getByRole("button", { name: text.list.removeOf(name), exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: text.list.remove }).click();
    await expect(list.getByRole("link", { name, exact: true })).toHaveCount(0);
    // The focus stays: on the next search, and after the last one on the heading.
    await expect(list.getByRole("listitem").or(list.getByRole("heading")).last()).toBeFocused();
  }
  await expect(list.getByText(text.list.empty)).toBeVisible();
});

function frequencyOf(page: Page, name: string) {
  return page.getByLabel(text.list.frequencyOf(name), { exact: true });
}

test("a guest who follows a price and registers reads why, and follows it once", async ({
  page,
  browser,
}) => {
  const seller = await browser.newContext();
  const { id } = await registerAndPublishCar(seller);
  await seller.close();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/car/${id}`);
  const follow = page.getByRole("button", { name: carPageMessages.follow.follow });
  await follow.click();
  await page.locator("main").getByRole("link", { name: accountText.toRegister }).click();
  await expect(page.getByText(accountText.whyRegister.follow)).toBeVisible();
  await fillRegistration(page, newPerson());
  await expect(page).toHaveURL(new RegExp(`/car/${id}$`));
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  // The pending action runs once, not again after a reload or Back.
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  const isAboutFollowing = (call: Request) => call.url().endsWith(`/api/cars/${id}/follow`);
  const known = page.waitForEvent("requestfinished", isAboutFollowing);
  await page.reload();
  await known;
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  // The registration's address redirects to the car, and the page only reads.
  const asked = page.waitForRequest(isAboutFollowing);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/car/${id}$`));
  expect((await asked).method()).toBe("GET");
});

test("a followed price sends a mail when it drops, and the mail's link unfollows it", async ({
  page,
  browser,
}) => {
  const seller = await browser.newContext();
  const selling = await seller.newPage();
  const { id } = await registerAndPublishCar(selling, { price: 13_900 });
  const person = await registered(page);
  await verifyEmail(page, person);
  await page.goto(`/car/${id}`);
  const follow = page.getByRole("button", { name: carPageMessages.follow.follow });
  await follow.click();
  await expect(page.getByText(accountText.whySignIn.follow)).toBeVisible();
  await expectAccessible(page);
  await signIn(page, person);
  await expect(page).toHaveURL(new RegExp(`/car/${id}$`));
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);

  const car = carSchema.parse(await (await selling.request.get(`/api/cars/${id}`)).json());
  const lowered = await selling.request.put(`/api/cars/${id}`, { data: { ...car, price: 12_900 } });
  expect(lowered.status(), await lowered.text()).toBe(200);
  await seller.close();

  const mailed = async () => (await mailsTo(person)).find(({ subject }) => subject.startsWith("Çmimi"));
  await expect
    .poll(async () => (await mailed())?.subject, { timeout: 60_000 })
    .toBe("Çmimi u ul: Dacia Duster 2019 tani 12.900 €");
  await page.goto("/profile/notifications");
  const followed = page.getByRole("region", { name: text.followed.heading });
  await expect(followed.getByText("12.900 €")).toBeVisible();
  await expect(followed.getByText(text.followed.lower("1.000 €"))).toBeVisible();

  const link = /\S+\/unsubscribe\?token=\S+/.exec((await mailed())?.text ?? "")?.[0] ?? "";
  await page.context().clearCookies();
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: text.unsubscribe.confirm }).click();
  await expect(page.getByText(text.unsubscribe.done)).toBeVisible();
  await page.request.post("/api/login", { data: { email: person.email, password: person.password } });
  expect(await (await page.request.get("/api/followed-cars")).json()).toEqual([]);
});
