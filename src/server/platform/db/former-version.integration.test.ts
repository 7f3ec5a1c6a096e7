import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  checkOutFormer,
  linkPackages,
  formerVersion,
  formerVersionSkipReason,
} from "#testing/former-version.ts";

/**
 * While copies of the site are renewed one by one, the version before works on this version's schema (docs/operations/updating.md). Its own tests of what people do say whether it can: run from its sources, with this version's migrations.
 */
const itsTests = [
  "src/server/accounts/accounts.integration",
  "src/server/alerts/alerts.integration",
  "src/server/billing/checkout.integration",
  "src/server/cars/cars.integration",
  "src/server/cars/car-states.integration",
  "src/server/cars/publish.integration",
  "src/server/confirmations/confirmations.integration",
  "src/server/favourites/favourites.integration",
  "src/server/search/search.integration",
  "src/server/stock/bulk-edit.integration",
];

const migrations = "src/server/platform/db/migrations";

const missing = formerVersionSkipReason();
if (missing !== null)
  process.stderr.write(
    `NOT TESTED: whether version ${formerVersion.name} works on this schema: ${missing}.\n`,
  );

test.skipIf(missing !== null)(
  `version ${formerVersion.name} works on the schema of this one${missing === null ? "" : ` (NOT TESTED: ${missing})`}`,
  { timeout: 400_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "vetura-former-"));
    try {
      await checkOutFormer(folder);
      await linkPackages(folder);
      const itsMigrations = join(folder, "src/server/db/migrations");
      // A database that has run a migration takes no other of that name, not even one with another comment.
      for (const name of await readdir(itsMigrations))
        expect(await readFile(join(migrations, name), "utf8"), name).toBe(
          await readFile(join(itsMigrations, name), "utf8"),
        );
      await cp(migrations, itsMigrations, { recursive: true });
      const child = spawn(
        process.execPath,
        ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", ...itsTests],
        { cwd: folder, env: { ...process.env, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] },
      );
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: unknown) => {
          output = `${output}${String(chunk)}`.slice(-20_000);
        });
      await once(child, "exit");
      expect(child.exitCode, output).toBe(0);
      expect(output, "tests were run").toMatch(/Tests\D+\d\d+ passed/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
