import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-secret-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a sealed secret opens with the same key for the same owner only", () => {
  const box = createSecretBox({ secretKey: "k".repeat(32), file: join(folder, "unused") });
  const sealed = box.seal("JBSWY3DPEHPK3PXP", "arta");
  expect(sealed.toString("latin1")).not.toContain("JBSWY3DP");
  expect(box.seal("JBSWY3DPEHPK3PXP", "arta").equals(sealed)).toBe(false);
  expect(box.open(sealed, "arta")).toBe("JBSWY3DPEHPK3PXP");
  expect(box.open(sealed, "besa")).toBeNull();
  const other = createSecretBox({ secretKey: "x".repeat(32), file: join(folder, "unused") });
  expect(other.open(sealed, "arta")).toBeNull();
  for (const at of [0, 13, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.open(changed, "arta")).toBeNull();
  }
  expect(box.open(Buffer.alloc(3), "arta")).toBeNull();
});

test("without SECRET_KEY the key is created once as a file that only the process's user may read", async () => {
  const file = join(folder, "site", "secret-key");
  const sealed = createSecretBox({ secretKey: null, file }).seal("text", "arta");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, "site"))).toEqual(["secret-key"]);
  const key = await readFile(file, "utf8");
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(createSecretBox({ secretKey: null, file }).open(sealed, "arta")).toBe("text");
  expect(await readFile(file, "utf8")).toBe(key);
});
