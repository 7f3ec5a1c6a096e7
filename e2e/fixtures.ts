import { test as base, expect, type Page } from "@playwright/test";

/** What the browser itself says about an answer of 4xx; pages show those to the person, so it is no fault. */
const clientError = /^Failed to load resource: the server responded with a status of 4\d\d/;

export interface Fixtures {
  /** Errors on the console that this test brings about on purpose. */
  expectedErrors: RegExp[];
  /** Whether loading a page waits for its scripts; off for tests of what happens before. */
  waitForScripts: boolean;
  /** Fails the test when any page of it writes an error to the console or throws. */
  cleanConsole: void;
}

/**
 * Resolves once the page's controls answer. Until then a click or a typed letter reaches the document alone, which no
 * test wants to be about by accident; one that does turns `waitForScripts` off and holds the scripts back itself.
 */
export async function hydrated(page: Page): Promise<void> {
  const waiting = page.locator("html:has(#page-scripts):not([data-hydrated])");
  await expect(waiting, "the page's scripts run").toHaveCount(0, { timeout: 30_000 });
}

/** Makes the page's own ways of loading wait for its scripts. */
function waitWhenLoading(page: Page): void {
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await hydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await hydrated(page);
    return response;
  };
}

/** Playwright's test, with a console that must stay clean: hydration mismatches and lost promises surface. */
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
