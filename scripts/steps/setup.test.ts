import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { areInstalled } from "./dependencies.mjs";
import { withSetUpLock } from "./setup-lock.mjs";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "vetura set-up "));
});
afterEach(() => rm(root, { recursive: true }));

describe("packages", () => {
  const locked = {
    "": { name: "vetura" },
    "node_modules/hono": { version: "4.0.0", integrity: "sha512-a" },
    "node_modules/vitest": { version: "5.0.0", integrity: "sha512-b", dev: true },
    "node_modules/@img/sharp-darwin-arm64": { version: "1.0.0", optional: true },
  };
  type Packages = Record<string, { version?: string; integrity?: string }>;

  async function given(installed: Packages | null): Promise<void> {
    await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages: locked }));
    if (installed === null) return;
    for (const path of Object.keys(installed)) {
      await mkdir(join(root, path), { recursive: true });
      await writeFile(join(root, path, "package.json"), "{}");
    }
    await writeFile(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
  }
  const hono = { "node_modules/hono": { version: "4.0.0", integrity: "sha512-a" } };
  const vitest = { "node_modules/vitest": { version: "5.0.0", integrity: "sha512-b" } };

  test("the setup finds no packages in a bare clone", async () => {
    await given(null);
    expect(await areInstalled(root, { dev: false })).toBe(false);
  });

  test("npm start needs neither other platforms' packages nor development packages", async () => {
    await given(hono);
    expect(await areInstalled(root, { dev: false })).toBe(true);
    expect(await areInstalled(root, { dev: true })).toBe(false);
  });

  test("npm start accepts an installation that includes development packages", async () => {
    await given({ ...hono, ...vitest });
    expect(await areInstalled(root, { dev: true })).toBe(true);
    expect(await areInstalled(root, { dev: false })).toBe(true);
  });

  test("the setup detects a package whose version differs from the lockfile", async () => {
    await given({ "node_modules/hono": { version: "4.0.1", integrity: "sha512-c" } });
    expect(await areInstalled(root, { dev: false })).toBe(false);
  });

  test("the setup detects a package whose folder was deleted", async () => {
    await given(hono);
    await rm(join(root, "node_modules/hono"), { recursive: true });
    expect(await areInstalled(root, { dev: false })).toBe(false);
  });
});

const file = () => join(root, ".runtime/setup.lock");

describe("the lock on setting up", () => {
  test("the setup lock lets one process work at a time and is removed afterwards", async () => {
    const events: string[] = [];
    const work = (name: string) => () =>
      withSetUpLock(root, async () => {
        events.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${name} ends`);
      });
    await Promise.all([work("one")(), work("two")()]);
    expect(events).toHaveLength(4);
    expect(events[0]?.replace("begins", "ends")).toBe(events[1]);
    await expect(stat(file())).rejects.toThrow();
  });

  test("the setup lock of a killed process is taken over", async () => {
    await mkdir(join(root, ".runtime"));
    // Above any process id of a real system.
    await writeFile(file(), "2147483000");
    const old = new Date(Date.now() - 3000);
    await utimes(file(), old, old);
    expect(await withSetUpLock(root, async () => "done")).toBe("done");
  });

  test("the setup lock is released when the work fails", async () => {
    await expect(withSetUpLock(root, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await expect(stat(file())).rejects.toThrow();
  });
});
