import type { Page, Request } from "@playwright/test";
import { z } from "zod";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { test as base, expect } from "./fixtures.ts";
import { type Browsing, type Person, signedIn } from "./people.ts";
import { demoLogin } from "./ways-to-states.ts";

/** An account that this test opened, with a browser of its own behind it. */
export interface Somebody extends Browsing {
  readonly person: Person;
  readonly id: string;
}

interface AdminFixtures {
  /** A page on which the demo's admin is signed in. */
  adminPage: Page;
  /** Opens an account that nobody else uses. */
  somebody: () => Promise<Somebody>;
}

export const test = base.extend<AdminFixtures>({
  adminPage: async ({ page }, use) => {
    await demoLogin(page, "admin");
    await use(page);
  },
  somebody: async ({ playwright, baseURL }, use) => {
    const opened: { dispose: () => Promise<void> }[] = [];
    await use(async () => {
      const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
      opened.push(request);
      const person = await signedIn({ request });
      const me = z.object({ id: z.string() }).parse(await (await request.get("/api/me")).json());
      return { request, person, id: me.id };
    });
    await Promise.all(opened.map((context) => context.dispose()));
  },
});

/** A section's item in the dashboard's navigation. */
export function sectionLink(page: Page, name: string | RegExp) {
  return page
    .getByRole("navigation", { name: adminPageMessages.tabs.label })
    .getByRole("link", { name, exact: typeof name === "string" });
}

/** The item of the section that is shown. */
export function shownSection(page: Page) {
  return sectionLink(page, /./).and(page.locator("[aria-current=page]"));
}

/** The row of a record in whichever form the width gives it. */
export function rowOf(page: Page, id: string) {
  return page.locator(`[data-row="${id}"]`);
}

/** Types into the list's search and waits until it is searched for. */
export async function search(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).fill(words);
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === words);
}

/** Notes the page's calls to the API from now on. */
export function callsOf(page: Page, path: string): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
}

export { expect };
