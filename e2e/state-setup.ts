import { expect, type Page } from "@playwright/test";

/** The demo's accounts (server/demo); their default password is in playwright.config.ts. */
const demoAccounts = {
  admin: "admin@vetura.example",
  dealer: "autosallon@vetura.example",
  seller: "shitesi@vetura.example",
} as const;

export async function signInToDemo(
  page: Pick<Page, "request">,
  who: keyof typeof demoAccounts,
): Promise<void> {
  const answer = await page.request.post("/api/login", {
    data: { email: demoAccounts[who], password: process.env.DEMO_PASSWORD ?? "vetura-e2e" },
  });
  expect(answer.status()).toBe(200);
}

/** From now on the API never answers the page, so that loading states stay. */
export async function holdApi(page: Page, calls = "**/api/**"): Promise<void> {
  await page.route(calls, () => new Promise(() => undefined));
}

/** From now on the API answers the page with 503. */
export async function failApi(page: Page, calls = "**/api/**"): Promise<void> {
  await page.route(calls, (route) =>
    route.fulfill({ status: 503, headers: { "Retry-After": "5" }, json: { code: "overloaded" } }),
  );
}
