import { createHash, createHmac } from "node:crypto";
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

const hashOf = (secretKey: string | null, text: string, purpose: string, site = "unused") =>
  createSecretBox({ secretKey, file: join(folder, site, "secret-key") })
    .hash(text, purpose)
    .toString("hex");
const vin = "WVWZZZ1KZAW123456";

test("a hash finds equal texts of a purpose, and nobody can make it without the key", () => {
  const key = "k".repeat(32);
  const own = hashOf(key, vin, "vin");
  expect(own).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(key, vin, "vin")).toBe(own);
  const others = [
    hashOf("x".repeat(32), vin, "vin"),
    hashOf(key, vin, "phone"),
    hashOf(key, "WVWZZZ1KZAW123457", "vin"),
  ];
  // What somebody makes of the text who has the database and this source, but not the key.
  const plain = [vin, `vin${vin}`, `vetura hash vin${vin}`].map((text) =>
    createHash("sha256").update(text).digest("hex"),
  );
  const keyed = ["", "vin", "vetura hash vin"].map((guess) =>
    createHmac("sha256", guess).update(vin).digest("hex"),
  );
  expect(new Set([own, ...others, ...plain, ...keyed]).size).toBe(1 + 3 + 3 + 3);
});

test("without SECRET_KEY hashes are made with the file's key: another site's are others", () => {
  expect(hashOf(null, vin, "vin", "one")).toBe(hashOf(null, vin, "vin", "one"));
  expect(hashOf(null, vin, "vin", "one")).not.toBe(hashOf(null, vin, "vin", "two"));
});
