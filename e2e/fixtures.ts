import { test as base, expect, type Page } from "@playwright/test";

/** The browser's own console message for a 4xx, which is no fault: pages show it to the person. */
const clientError = /^Failed to load resource: the server responded with a status of 4\d\d/;

export interface Fixtures {
  /** Console errors that this test causes on purpose. */
  expectedErrors: RegExp[];
  /** True if loading a page waits for its scripts; false in tests of the time before hydration. */
  waitForScripts: boolean;
  /** Fails the test if any of its pages logs an error to the console or throws. */
  cleanConsole: void;
}

/**
 * Resolves once the page is hydrated. Before that, clicks and input are not handled by React. A test of that
 * time sets `waitForScripts` to false and holds the scripts back itself.
 */
export async function waitForHydration(page: Page): Promise<void> {
  const waiting = page.locator("html:has(#page-scripts):not([data-hydrated])");
  await expect(waiting, "the page's scripts run").toHaveCount(0, { timeout: 30_000 });
}

/** Makes `goto` and `reload` wait for hydration. */
function waitWhenLoading(page: Page): void {
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await waitForHydration(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await waitForHydration(page);
    return response;
  };
}

/**
 * Playwright's test with a console that must stay clean: hydration mismatches and unhandled rejections
 * surface.
 */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  waitForScripts: [true, { option: true }],
  cleanConsole: [
    async ({ context, expectedErrors, javaScriptEnabled, waitForScripts }, use) => {
      const errors: string[] = [];
      const collect = (text: string) => {
        if (!clientError.test(text) && !expectedErrors.some((pattern) => pattern.test(text)))
          errors.push(text);
      };
      const watch = (page: Page) => {
        if (javaScriptEnabled && waitForScripts) waitWhenLoading(page);
        page.on("console", (message) => {
          if (message.type() === "error") collect(message.text());
        });
        page.on("pageerror", (error) => collect(String(error)));
      };
      context.on("page", watch);
      for (const page of context.pages()) watch(page);
      await use();
      expect(errors, "errors on the console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
