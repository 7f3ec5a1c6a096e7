import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The folders of a layer, from the bottom up. A folder imports only from rows above its own in this table, types too. */
const tables: Readonly<Record<"domain" | "server", readonly (readonly string[])[]>> = {
  domain: [
    ["accounts", "admin", "alerts", "format", "payments", "photos", "places", "privacy", "reports", "text"],
    ["cars", "dealers", "operation", "site", "statistics"],
    ["catalogue", "settings", "tariffs"],
    // Texts name limits and states of what is above; what reads words, or says what it decides in words, stands below.
    ["messages"],
    ["search"],
    ["prices", "stock"],
  ],
  server: [
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
  ],
};

describe.each(["domain", "server"] as const)("src/%s", (layer) => {
  const root = `${import.meta.dirname}/../${layer}`;
  const table = tables[layer];
  const heightOf = (folder: string) => table.findIndex((row) => row.includes(folder));

  test("every folder has its place in the table of layers", () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(table.flat().toSorted()).toEqual(folders.toSorted());
  });

  test("a folder imports only from folders above it in the table of layers", () => {
    const files = globSync("*/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
    expect(files).toContain({ domain: "cars/car-states.ts", server: "cars/cars.commands.ts" }[layer]);
    const imports = new RegExp(`(?:from|import\\() ?"#${layer}/([\\w-]+)/`, "g");
    const offending = files.flatMap((file) => {
      const [folder = ""] = file.split("/");
      return [...readFileSync(`${root}/${file}`, "utf8").matchAll(imports)]
        .map(([, imported = ""]) => imported)
        .filter((imported) => imported !== folder && heightOf(imported) >= heightOf(folder))
        .map((imported) => `${folder} -> ${imported} (${file})`);
    });
    expect(offending).toEqual([]);
  });
});
