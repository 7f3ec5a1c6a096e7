// npm run sbom [-- FILE]: a software bill of materials (CycloneDX) of the site's dependencies, from the
// lockfile.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { fail, SetUpError } from "./steps/progress.mjs";
import { root } from "./steps/setup.mjs";

const run = promisify(execFile);

try {
  const file = resolve(process.argv[2] ?? "sbom.json");
  // The npm that runs this script, else the one on the PATH.
  const own = process.env.npm_execpath;
  const npm = own !== undefined && /npm-cli\.[cm]?js$/.test(own) ? [process.execPath, own] : ["npm"];
  const [program = "", ...before] = npm;
  const args = [...before, "sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev"];
  const { stdout } = await run(program, args, { cwd: root, maxBuffer: 64 * 2 ** 20 });
  /** @type {{ bomFormat?: string, components?: unknown[] }} */
  const bill = JSON.parse(stdout);
  if (bill.bomFormat !== "CycloneDX" || !bill.components?.length) throw new SetUpError("npm wrote no bill.");
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} packages`);
} catch (error) {
  fail(error);
}
