// npm run licences: writes docs/LICENCES.md from the lockfile; fails if a licence is not allowed.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAllowed, readLicences, writeLicences } from "./steps/licences.mjs";
import { fail, SetUpError } from "./steps/progress.mjs";
import { root } from "./steps/setup.mjs";

try {
  const packages = await readLicences(root);
  const file = join(root, "docs", "LICENCES.md");
  await writeFile(file, writeLicences(packages));
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0) {
    const names = refused.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
    throw new SetUpError(`Not allowed by scripts/steps/licences.mjs:\n${names.join("\n")}`);
  }
  console.log(`${file}: ${packages.length} packages, all under licences that are allowed`);
} catch (error) {
  fail(error);
}
