import { takePhotographs } from "#testing/photographs.ts";
import { test } from "./fixtures.ts";
import { runCarLifecycle } from "./car-lifecycle.ts";

test("a person publishes, finds, edits and sells a car on a phone", async ({ page }) => {
  test.setTimeout(360_000);
  await runCarLifecycle(page, await takePhotographs(3));
});
