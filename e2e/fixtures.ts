import { test as base, expect, type Page } from "@playwright/test";

/** What the browser itself says about an answer of 4xx; pages show those to the person, so it is no fault. */
const clientError = /^Failed to load resource: the server responded with a status of 4\d\d/;

interface Fixtures {
  /** Errors on the console that this test brings about on purpose. */
  expectedErrors: RegExp[];
  /** Fails the test when any page of it writes an error to the console or throws. */
  cleanConsole: void;
}

/** Playwright's test, with a console that must stay clean: hydration mismatches and lost promises surface. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  cleanConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      const collect = (text: string) => {
        if (!clientError.test(text) && !expectedErrors.some((pattern) => pattern.test(text)))
          errors.push(text);
      };
      const watch = (page: Page) => {
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
