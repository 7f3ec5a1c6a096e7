import { takePhotographs } from "#testing/photographs.ts";
import { test } from "./fixtures.ts";
import { liveThroughACar } from "./whole-life-of-a-car.ts";

test("a person publishes, finds, edits and sells a car on a phone", async ({ page }) => {
  test.setTimeout(360_000);
  await liveThroughACar(page, await takePhotographs(3));
});
