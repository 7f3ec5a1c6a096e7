import type { Page, Request } from "@playwright/test";
import { z } from "zod";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { test as base, expect } from "./fixtures.ts";
import { type WithRequest, type Person, registerAccount } from "./people.ts";
import { signInToDemo } from "./state-setup.ts";

/** An account that this test created, with its own browser session. */
export interface TestAccount extends WithRequest {
  readonly person: Person;
  readonly id: string;
}

interface AdminFixtures {
  /** A page with the demo's admin signed in. */
  adminPage: Page;
  /** Creates an account that no other test uses. */
  somebody: () => Promise<TestAccount>;
}

export const test = base.extend<AdminFixtures>({
  adminPage: async ({ page }, use) => {
    await signInToDemo(page, "admin");
    await use(page);
  },
  somebody: async ({ playwright, baseURL }, use) => {
    const opened: { dispose: () => Promise<void> }[] = [];
    await use(async () => {
      const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
      opened.push(request);
      const person = await registerAccount({ request });
      const me = z.object({ id: z.string() }).parse(await (await request.get("/api/me")).json());
      return { request, person, id: me.id };
    });
    await Promise.all(opened.map((context) => context.dispose()));
  },
});

/** A section's link in the dashboard's navigation. */
export function sectionLink(page: Page, name: string | RegExp) {
  return page
    .getByRole("navigation", { name: adminPageMessages.tabs.label })
    .getByRole("link", { name, exact: typeof name === "string" });
}

/** The link of the current section. */
export function shownSection(page: Page) {
  return sectionLink(page, /./).and(page.locator("[aria-current=page]"));
}

/** The row or card of a record, depending on the width. */
export function rowOf(page: Page, id: string) {
  return page.locator(`[data-row="${id}"]`);
}

/** Types into the list's search and waits until the address has the query. */
export async function search(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).fill(words);
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === words);
}

/** Collects the page's calls of an API path from now on. */
export function callsOf(page: Page, path: string): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
}

export { expect };
