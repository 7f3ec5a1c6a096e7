import { expect, test } from "vitest";
import { NetworkError } from "#web/lib/api-error.ts";
import { failedToLoad } from "./failed-to-load.ts";

test("the error view tells failed downloads from program errors in every browser's wording", () => {
  for (const words of [
    "Failed to fetch",
    "Failed to fetch dynamically imported module: https://example.com/a.js",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
    "Importing a module script failed.",
  ]) {
    expect(failedToLoad(new TypeError(words)), words).toBe(true);
  }
  expect(failedToLoad(new Error("Unable to preload CSS for /assets/photo-viewer-1a2b.css"))).toBe(true);
  expect(failedToLoad(new NetworkError(new Error("cut off")))).toBe(true);
  expect(failedToLoad(new TypeError("Cannot read properties of undefined (reading '0')"))).toBe(false);
  expect(failedToLoad(new Error("Failed to fetch"))).toBe(false);
});
