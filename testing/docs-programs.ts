import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stockCsv, stockPicture, stockRow, zipOf } from "./stock-files.ts";

/** The clone's folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

/** The folder in which the programs of docs/programs.md run, as a reader would have one. */
export interface ProgramFolder {
  readonly path: string;
  /** Writes a program of the page to a file; returns its name. */
  write(name: string): Promise<string>;
  /** Runs a program with only this environment; returns its output. Rejects if it fails. */
  run(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

export async function makeProgramFolder(): Promise<ProgramFolder> {
  const path = await mkdtemp(join(tmpdir(), "vetura-programs-"));
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
  await writeFile(join(path, "package.json"), JSON.stringify({ type: "module" }));
  return {
    path,
    write: async (name) => {
      const page = await readFile(join(root, "docs/programs.md"), "utf8");
      const code = page.split("```").find((block) => block.includes(`// ${name}\n`));
      if (code === undefined) throw new Error(`The page has no ${name}.`);
      const file = join(path, name);
      await writeFile(file, code.slice(code.indexOf("\n") + 1));
      return file;
    },
    run: async (program, args, env) =>
      (await run(process.execPath, [program, ...args], { env: { ...env }, timeout: 60_000 })).stdout,
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** A stock file of two cars, one of them without a price. */
export async function writeStock({ path }: ProgramFolder): Promise<string> {
  const rows = [
    stockRow({ referenca: "A-1", fotot: "a.jpg" }),
    stockRow({ referenca: "A-2", fotot: "b.jpg", cmimi: "" }),
  ];
  const files = {
    "stoku.csv": stockCsv(rows),
    "a.jpg": await stockPicture(1),
    "b.jpg": await stockPicture(2),
  };
  const stock = join(path, "stoku.zip");
  await writeFile(stock, await zipOf(files));
  return stock;
}

/** The output of `dealer.mjs` for that stock, as a pattern per line. */
export const expectedStockOutput: readonly RegExp[] = [
  /^2 rows: \{"create":1,"update":0,"unchanged":0,"archive":0,"faulty":1\}$/,
  /^Row 3, cmimi: /,
  /^applied$/,
  /^2 cars on sale, 0 views and 0 leads in 30 days$/,
];

/** The JSON output of `client.ts` after that, on a site without other cars. */
export const expectedClientOutput = {
  published: true,
  price: 9500,
  stale: "version_mismatch",
  found: [true],
  total: "1",
  phone: "+38344123456",
  gone: "contact_unavailable",
  stock: 2,
  active: 2,
  closed: "scope_missing",
};
