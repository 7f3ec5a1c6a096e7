// npm run sbom [-- FILE]: a software bill of materials (CycloneDX) of what the site runs with, from the lockfile.
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fail, SetUpError } from "./steps/progress.mjs";
import { npm } from "./steps/run.mjs";
import { root } from "./steps/setup.mjs";

try {
  const file = resolve(process.argv[2] ?? "sbom.json");
  const text = await npm(["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev"], {
    cwd: root,
  });
  /** @type {{ bomFormat?: string, components?: unknown[] }} */
  const bill = JSON.parse(text.slice(text.indexOf("{")));
  if (bill.bomFormat !== "CycloneDX" || !bill.components?.length) throw new SetUpError("npm wrote no bill.");
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} packages`);
} catch (error) {
  fail(error);
}
