import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The server's folders, from the bottom up. A folder imports only from rows above its own in this table, types too. */
const layers: readonly (readonly string[])[] = [
  ["columns", "db"],
  ["http"],
  ["audit", "catalogue", "docs", "fetching", "jobs", "recording"],
  ["mail", "photos", "settings"],
  ["backup", "cars"],
  ["tariffs"],
  ["og", "prices", "reports", "search"],
  ["alerts"],
  ["accounts"],
  ["billing"],
  ["invoices", "stock"],
  ["account-removal", "confirmations", "dealers", "demo", "favourites", "feeds", "pages", "stock-feeds"],
  ["admin", "monitoring"],
  ["operator", "statistics"],
];

const heightOf = (folder: string) => layers.findIndex((row) => row.includes(folder));

test("every folder of the server has its place in the table of layers", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(layers.flat().toSorted()).toEqual(folders.toSorted());
});

test("a folder of the server imports only from folders below it", () => {
  const files = globSync("*/**/*.ts", { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  expect(files).toContain("cars/cars.service.ts");
  const offending = files.flatMap((file) => {
    const [folder = ""] = file.split("/");
    const source = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    return [...source.matchAll(/(?:from|import\() ?"#server\/([\w-]+)\//g)]
      .map(([, imported = ""]) => imported)
      .filter((imported) => imported !== folder && heightOf(imported) >= heightOf(folder))
      .map((imported) => `${folder} -> ${imported}`)
      .map((edge) => `${edge} (${file})`);
  });
  expect(offending).toEqual([]);
});
