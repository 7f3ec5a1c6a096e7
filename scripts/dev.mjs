// npm run dev: see src/dev.ts.
import { ensurePortIsFree } from "./steps/port.mjs";
import { fail } from "./steps/progress.mjs";

try {
  await ensurePortIsFree(process.env);
  process.argv.splice(2, 0, "--dev", "src/dev.ts");
  await import("./run.mjs");
} catch (error) {
  fail(error);
}
