import { afterAll } from "vitest";
import { unexpectedFaults } from "./faults.ts";

// Vitest runs afterAll hooks in reverse order, so the file's own hooks have closed the sites by then.
afterAll(() => {
  const faults = unexpectedFaults();
  if (faults.length > 0)
    throw new Error(
      `Faults that no test said it would cause (testing/faults.ts), ${faults.length}:\n${faults.slice(0, 20).join("\n")}`,
    );
});
