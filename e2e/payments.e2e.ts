import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openPricing, waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { registerAccount } from "./people.ts";
import { publishCar, registerAndPublishCar } from "./published-car.ts";
import { expectNoTruncatedLabels } from "./truncated-labels.ts";

const toPayment = /^Vazhdo te pagesa/;

test("a second car with extras is paid with another card after the first was declined", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await registerAndPublishCar(page);
  await openPricing(page);
  await page.getByLabel("Sponsorizimi").fill("5");
  await page.getByLabel("Promovim në rrjete sociale").check();
  await expect(page.getByTestId("pricing-total")).toHaveText("$18");
  await page.getByRole("button", { name: toPayment }).click();

  await waitForCardPage(page, baseURL);
  await expect(page.getByText("$18").first()).toBeVisible();
  await payWith(page, cards.declined);
  await expect(page.getByRole("alert")).toContainText("Kartela juaj u refuzua");
  await payWith(page, cards.pays);

  await waitForReturn(page, "/payment/success");
  await expect(page.getByRole("heading", { name: "Pagesa u krye me sukses!" })).toBeVisible();
  await expect(page.getByTestId("paid-amount")).toHaveText("$18");
  await expect(page.getByText("e sponsorizuar për 5 ditë")).toBeVisible();
  await expect(page.getByText("në rrjetet tona sociale brenda 24 orëve")).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await expect(page.locator("main").getByText("Renault Clio")).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: "Printo fletën" })).toHaveAttribute(
    "href",
    /^\/my-publishings\/[0-9a-f-]+\/sheet$/,
  );
  await expect(page.locator("main").getByRole("link", { name: "Shto një veturë tjetër" })).toHaveAttribute(
    "href",
    "/add-car",
  );
  // A reload shows the same payment and creates no second car.
  await page.reload();
  await expect(page.getByTestId("paid-amount")).toHaveText("$18");
  await page.locator("main").getByRole("link", { name: "Shitjet e mia" }).click();
  await expect(page.locator("article[data-car]")).toHaveCount(2);
});

test("cancelling on the card page returns to the price, charges nothing, and the same order reuses its payment", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await registerAndPublishCar(page);
  await openPricing(page);
  await page.getByRole("button", { name: toPayment }).click();
  await waitForCardPage(page, baseURL);
  const first = page.url();
  await page.goBack();
  await waitForReturn(page, "/pricing");
  await expect(page.getByTestId("pricing-total")).toHaveText("$3");
  await page.getByRole("button", { name: toPayment }).click();
  await waitForCardPage(page, baseURL);
  expect(page.url()).toBe(first);

  await page.getByRole("link", { name: "Kthehu" }).click();
  await waitForReturn(page, "/payment/failed");
  await expect(page.getByRole("heading", { name: "Pagesa u anulua" })).toBeVisible();
  await page.goto("/my-publishings");
  await expect(page.locator("article[data-car]")).toHaveCount(1);
});

test("/checkout shows a changed price and asks for confirmation again", async ({ page, baseURL }) => {
  await registerAccount(page);
  await openPricing(page);
  await page.getByLabel("Promovim në rrjete sociale").check();
  await expect(page.getByTestId("pricing-total")).toHaveText("$10");
  // Another tab uses up the free listing.
  await publishCar(page);
  await page.getByRole("button", { name: toPayment }).click();
  await expect(page.getByRole("heading", { name: "Çmimi ka ndryshuar" })).toBeVisible();
  await expect(page.getByText("Ishte $10, tani është $13.")).toBeVisible();
  await expect(page.getByTestId("checkout-total")).toHaveText("$13");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Vazhdo te pagesa · $13" }).click();
  await waitForCardPage(page, baseURL);
  await expect(page.getByText("$13").first()).toBeVisible();
});

test.describe("on a bad line", () => {
  // The browser logs every failed request to the console.
  test.use({ expectedErrors: [/net::ERR_/] });

  test("a failed checkout shows a message and is retried with the same idempotency key", async ({
    page,
    baseURL,
  }) => {
    await registerAndPublishCar(page);
    await openPricing(page);
    const keys: (string | undefined)[] = [];
    await page.route("**/api/payment/create-checkout", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      await (keys.length === 1 ? route.abort("connectionreset") : route.continue());
    });
    await page.getByRole("button", { name: toPayment }).click();
    await expect(page.getByRole("alert")).toContainText("Gabim në krijimin e pagesës");
    await expect(page.getByTestId("checkout-total")).toHaveText("$3");
    await expect(page.getByText("4242 4242 4242 4242")).toBeVisible();
    await page.getByRole("button", { name: "Provo Përsëri" }).click();
    await waitForCardPage(page, baseURL);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });
});

test("days of sponsorship can be bought for a car on sale", async ({ page, baseURL }) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto("/my-publishings");
  await page.getByRole("button", { name: /^Më shumë/ }).click();
  await page.getByRole("button", { name: "Sponsorizo" }).click();
  await page.getByLabel("Sponsorizimi").fill("0");
  await expect(page.getByRole("button", { name: toPayment })).toBeDisabled();
  await page.getByLabel("Sponsorizimi").fill("3");
  await expect(page.getByTestId("extras-total")).toHaveText("$3");
  await expectAccessible(page);
  await page.getByRole("button", { name: toPayment }).click();
  await waitForCardPage(page, baseURL);
  await payWith(page, cards.pays);
  await waitForReturn(page, "/payment/success");
  await expect(page.getByTestId("paid-amount")).toHaveText("$3");
  await page.getByRole("link", { name: "Shikoni veturën" }).click();
  await expect(page).toHaveURL(new RegExp(`/car/${id}`));
  await expect(page.locator("main").getByText("E rekomanduar").first()).toBeVisible();

  // The profile links the payments, and a payment its car.
  await page.goto("/profile");
  await page.locator("main").getByRole("link", { name: "Pagesat e mia" }).click();
  await expect(page.getByTestId("payment-count")).toHaveText("1 pagesë");
  const list = page.locator("main");
  await expect(list.getByText("sponsorizim 3 ditë").filter({ visible: true })).toBeVisible();
  await expect(list.getByText("Paguar", { exact: true }).filter({ visible: true })).toBeVisible();
  await list.getByRole("link", { name: "Dacia Duster" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(new RegExp(`/car/${id}`));
});

test("/payments shows a page of payments and more on request", async ({ page }) => {
  await registerAccount(page);
  await page.route("**/api/payment/history*", (route) => {
    const from = (Number(new URL(route.request().url()).searchParams.get("page")) - 1) * 20;
    const payments = Array.from({ length: Math.min(20, 23 - from) }, (_, index) => ({
      id: `payment-${from + index}`,
      kind: "renewal",
      status: from + index === 0 ? "failed" : "fulfilled",
      amount: 50,
      refunded: 0,
      disputed: false,
      currency: "usd",
      sponsorshipDays: 0,
      socialPromotion: false,
      carId: null,
      carName: null,
      createdAt: "2026-11-20T10:00:00.000Z",
      paidAt: null,
      fulfilledAt: null,
      failedAt: null,
      expiredAt: null,
      refundedAt: null,
      documents: [],
    }));
    return route.fulfill({ json: payments, headers: { "X-Total-Count": "23" } });
  });
  await page.goto("/payments");
  const rows = page.locator("main tbody tr");
  await expect(rows).toHaveCount(20);
  await page.getByRole("button", { name: "Shfaq më shumë" }).click();
  await expect(rows).toHaveCount(23);
  await expect(page.getByRole("button", { name: "Shfaq më shumë" })).toHaveCount(0);
});

test("a long list at /payments is searched, filtered and sorted, all in the address", async ({ page }) => {
  await registerAccount(page);
  const asked: URLSearchParams[] = [];
  await page.route("**/api/payment/history*", (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query);
    const found = query.has("q") || query.has("status") ? 0 : 12;
    const payments = Array.from({ length: found }, (_, index) => ({
      id: `payment-${index}`,
      kind: "renewal",
      status: "fulfilled",
      amount: 50,
      refunded: 0,
      disputed: false,
      currency: "usd",
      sponsorshipDays: 0,
      socialPromotion: false,
      carId: null,
      carName: null,
      createdAt: "2026-11-20T10:00:00.000Z",
      paidAt: null,
      fulfilledAt: null,
      failedAt: null,
      expiredAt: null,
      refundedAt: null,
      documents: [],
    }));
    return route.fulfill({ json: payments, headers: { "X-Total-Count": String(found) } });
  });
  await page.goto("/payments");
  const rows = page.locator("main tbody tr");
  await expect(rows).toHaveCount(12);
  await page.getByLabel("Renditja").selectOption({ label: "Shuma më e madhe" });
  await expect(page).toHaveURL(/\/payments\?order=amount-down$/);
  await expect.poll(() => asked.at(-1)?.get("order")).toBe("amount-down");
  await page.getByLabel("Statusi").selectOption({ label: "U kthye" });
  await expect.poll(() => asked.at(-1)?.get("status")).toBe("refunded");
  await page.getByRole("searchbox").fill("golf");
  // Chosen before the words are sent.
  await page.getByLabel("Renditja").selectOption({ label: "Shuma më e vogël" });
  await expect(page).toHaveURL(/q=golf/);
  await expect(page).toHaveURL(/order=amount-up/);
  await expect.poll(() => asked.at(-1)?.get("q")).toBe("golf");
  await expect(page.getByText("Asnjë pagesë nuk përputhet")).toBeVisible();
  await expectAccessible(page);
  // A copied address shows the same list and its controls.
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("golf");
  await expect(page.getByLabel("Statusi")).toHaveValue("refunded");
  await page.getByRole("button", { name: "Hiq kërkimin" }).click();
  await expect(page).toHaveURL(/\/payments$/);
  await expect(rows).toHaveCount(12);
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoTruncatedLabels(page);
  await expectAccessible(page);
});

test("the pages after a payment explain a missing payment", async ({ page }) => {
  await page.goto("/payment/success");
  await expect(page.getByRole("heading", { name: "Session ID mungon" })).toBeVisible();
  const toHome = page.locator("main").getByRole("link", { name: "Shko në ballinë" });
  await expect(toHome).toHaveAttribute("href", "/");
  const toPayments = page.locator("main").getByRole("link", { name: "Pagesat e mia" });
  await expect(toPayments).toHaveAttribute("href", "/payments");
  await page.goto("/payment/success?session_id=cs_test_tjeter");
  await expect(page.getByRole("heading", { name: "Pagesa nuk u gjet" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/autosallon/success");
  await expect(page.getByRole("heading", { name: "Session ID mungon" })).toBeVisible();
  // If the server's answer has no message.
  await page.route("**/api/payment/verify-*", (route) => route.fulfill({ status: 404, json: {} }));
  for (const [address, failure] of [
    ["/payment/success", "Gabim në verifikimin e pagesës"],
    ["/autosallon/success", "Gabim në verifikimin e abonimit"],
  ] as const) {
    await page.goto(`${address}?session_id=cs_test_tjeter`);
    await expect(page.getByRole("heading", { name: failure })).toBeVisible();
  }
  await page.goto("/autosallon/success");

  await page.goto("/payment/failed");
  const unknown = "Gabim i panjohur në procesimin e pagesës. Ju lutem provoni përsëri.";
  await expect(page.getByText(unknown)).toBeVisible();
  await expect(page.getByRole("region", { name: "Shkaqet e mundshme" }).getByRole("listitem")).toHaveCount(4);
  await expect(
    page.getByRole("region", { name: "Keni nevojë për ndihmë?" }).getByRole("link").first(),
  ).toHaveAttribute("href", /^mailto:/);
  await expect(toHome).toHaveAttribute("href", "/");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.evaluate(() =>
    history.replaceState({ usr: { error: "Kartela ka skaduar" }, key: "x", idx: 1 }, ""),
  );
  await page.reload();
  await expect(page.getByText("Kartela ka skaduar", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Kthehu prapa" }).click();
  await expect(page).toHaveURL(/\/autosallon\/success$/);
});
