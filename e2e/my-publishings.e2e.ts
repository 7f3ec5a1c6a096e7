import { z } from "zod";
import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { registerAccount } from "./people.ts";
import { publishCar, registerAndPublishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

test("every empty tab of /my-publishings offers to publish the first car (specification.md#own-cars)", async ({
  page,
}) => {
  await registerAccount(page);
  await page.goto("/my-publishings");
  const main = page.locator("main");
  await expect(main.getByRole("heading", { level: 1, name: "Shitjet e Mia" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(main.getByRole("tab", { name: "Arkivi" }), "all four fit on a phone").toBeInViewport({
    ratio: 0.95,
  });
  for (const stat of ["total", "active", "sold", "archived"])
    await expect(page.getByTestId(`stat-${stat}`)).toHaveText("0");
  for (const [tab, message] of [
    ["Të gjitha", "Ende nuk keni publikuar asnjë veturë"],
    ["Aktive", "Nuk keni vetura aktive"],
    ["Të shitura", "Nuk keni vetura të shitura"],
    ["Arkivi", "Arkivi është i zbrazët"],
  ] as const) {
    await main.getByRole("tab", { name: tab }).click();
    await expect(main.getByText(message)).toBeVisible();
    await expect(main.getByRole("link", { name: "Publiko Veturën e Parë" })).toHaveAttribute(
      "href",
      "/add-car",
    );
  }
});

test("the address has the tab of /my-publishings, and the empty archive explains its purpose", async ({
  page,
}) => {
  await registerAndPublishCar(page);
  await page.goto("/my-publishings");
  const tab = (name: string) => page.locator("main").getByRole("tab", { name });
  await tab("Aktive").click();
  await expect(page).toHaveURL(/\/my-publishings\?tab=active$/);
  await tab("Arkivi").click();
  await expect(page).toHaveURL(/\?tab=archived$/);
  await expect(page.getByText("Këtu kalojnë veturat që i fshini.")).toBeVisible();
  await page.reload();
  await expect(tab("Arkivi")).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(tab("Aktive")).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(tab("Të gjitha")).toHaveAttribute("aria-selected", "true");
  await page.goto("/my-publishings?tab=gabim");
  await expect(tab("Të gjitha")).toHaveAttribute("aria-selected", "true");
});

test("/my-publishings offers no promotion for a hidden car", async ({ page, playwright, baseURL }) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto("/my-publishings");
  const card = page.locator(`[data-car="${id}"]`);
  const more = card.getByRole("button", { name: /^Më shumë/ });
  await more.click();
  await expect(card.getByRole("button", { name: "Sponsorizo" })).toBeVisible();
  const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  await signInToDemo({ request }, "admin");
  expect((await request.post(`/api/admin/cars/${id}/hide`, { data: {} })).ok()).toBe(true);
  await request.dispose();
  await page.reload();
  await expect(card.getByRole("link", { name: "Edito" })).toBeVisible();
  await more.click();
  await expect(card.getByRole("button", { name: "Fshi" })).toBeVisible();
  await expect(card.getByRole("button", { name: "Sponsorizo" })).toHaveCount(0);
  await page.goto(`/car/${id}`);
  await expect(page.getByText("administratori e ka hequr nga publiku")).toHaveCount(1);
  await expect(page.getByText(/derisa abonimi/)).toHaveCount(0);
});

test("/my-publishings lists more cars than one answer has, and a search can be corrected in the middle", async ({
  page,
}) => {
  await registerAndPublishCar(page);
  const [car] = z
    .array(z.looseObject({}))
    .parse(await (await page.request.get("/api/cars/my?limit=1")).json());
  await page.route(/\/api\/cars\/my\?/, (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get("page") !== "2";
    const cars = Array.from({ length: isFirst ? 500 : 3 }, () => ({ ...car, _id: crypto.randomUUID() }));
    return route.fulfill({ json: cars, headers: { "X-Total-Count": "503" } });
  });
  await page.goto("/my-publishings");
  await expect(page.getByTestId("stat-total")).toHaveText("503");
  const search = page.locator("main").getByRole("searchbox");
  await search.fill("ster");
  await expect(page).toHaveURL(/q=ster$/);
  await search.press("Home");
  await search.pressSequentially("du");
  await expect(search).toHaveValue("duster");
  await expect(page).toHaveURL(/q=duster$/);
});

test("the focus stays in the list of /my-publishings when the focused car leaves it", async ({
  page,
  request,
}) => {
  await registerDealer(page, request);
  const ids = [(await publishCar(page)).id, (await publishCar(page)).id];
  await page.goto("/my-publishings?tab=active");
  const card = (id = "") => page.locator(`[data-car="${id}"]`);
  const remove = async (id = "") => {
    await card(id)
      .getByRole("button", { name: /^Më shumë/ })
      .click();
    await card(id).getByRole("button", { name: "Fshi" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Konfirmo" }).click();
    await expect(card(id)).toHaveCount(0);
  };
  await remove(ids[1]);
  await expect(card(ids[0])).toBeFocused();
  await remove(ids[0]);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("/my-publishings shows a car's badge, actions, dialogs and failed moves (specification.md#own-cars)", async ({
  page,
}) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto("/my-publishings");
  const card = page.locator(`[data-car="${id}"]`);
  await expect(card.getByText("AKTIV", { exact: true })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  const more = card.getByRole("button", { name: /^Më shumë/ });
  const dialog = page.getByRole("alertdialog");
  const failing = async (button: string, failure: string) => {
    await page.route(`**/api/cars/${id}**`, (route) => route.fulfill({ status: 409, json: {} }));
    const action = card.getByRole("button", { name: button, exact: true });
    if ((await action.count()) === 0) await more.click();
    await action.click();
    await dialog.getByRole("button", { name: "Konfirmo" }).click();
    await expect(page.locator("[data-sonner-toast]", { hasText: failure })).toBeVisible();
    await page.unroute(`**/api/cars/${id}**`);
  };
  const moved = async (address: string, badge: string) => {
    const answer = await page.request.fetch(`/api/cars/${id}${address}`, {
      method: address === "" ? "DELETE" : "PUT",
    });
    expect(answer.ok()).toBe(true);
    await page.reload();
    await expect(card.getByText(badge, { exact: true })).toBeVisible();
  };

  await more.click();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Fshi" }).click();
  await expect(dialog).toContainText("Dacia Duster");
  await dialog.getByRole("button", { name: "Anulo" }).click();
  await expect(dialog).toBeHidden();
  await failing("Shëno si të shitur", "Dështoi shënimi si e shitur. Provoni përsëri.");
  await failing("Fshi", "Gabim në fshirjen e veturës");
  await moved("/sold", "SHITUR");
  await expect(card.getByRole("link", { name: "Edito" })).toHaveCount(0);
  await failing("Riaktivizo", "Dështoi riaktivizimi. Provoni përsëri.");
  await moved("", "ARKIVUAR");
  await failing("Rikthe", "Dështoi rikthimi. Provoni përsëri.");

  await page.route("**/api/cars/my**", (route) => route.fulfill({ status: 409, json: {} }));
  await page.reload();
  await expect(page.getByText("Dështoi ngarkimi i veturave. Provoni përsëri.")).toBeVisible();
  await page.unroute("**/api/cars/my**");
  await page.getByRole("button", { name: "Provo Përsëri" }).click();
  await expect(card).toBeVisible();
});
