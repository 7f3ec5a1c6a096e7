import { takePhotographs } from "#testing/photographs.ts";
import { test } from "./fixtures.ts";
import { runCarLifecycle } from "./car-lifecycle.ts";

test("a person registers, publishes a car with ten large photographs, finds it, edits it, sells it and gets it back", async ({
  page,
}) => {
  test.setTimeout(360_000);
  await runCarLifecycle(page, await takePhotographs());
});
