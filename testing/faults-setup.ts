import { afterAll } from "vitest";
import { faultsFound } from "./faults.ts";

// Registered before a file's own hooks, so it runs after them: the sites are closed by then.
afterAll(() => {
  const faults = faultsFound();
  if (faults.length > 0)
    throw new Error(
      `Faults that no test said it would cause (testing/faults.ts), ${faults.length}:\n${faults.slice(0, 20).join("\n")}`,
    );
});
