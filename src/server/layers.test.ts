import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/**
 * The folders of a layer, from the bottom up. A folder imports only from rows above its own in this table, also
 * types.
 */
const tables: Readonly<Record<"domain" | "server", readonly (readonly string[])[]>> = {
  domain: [
    ["accounts", "admin", "alerts", "format", "payments", "photos", "places", "privacy", "reports", "text"],
    ["cars", "dealers", "operation", "site", "statistics"],
    ["catalogue", "settings", "tariffs"],
    // Texts use limits and states of the rows above. Code that parses words, or explains a decision in words,
    // stands below.
    ["messages"],
    ["search"],
    ["prices", "review", "stock"],
  ],
  server: [
    ["market/columns", "platform/db"],
    ["http"],
    [
      "admin/audit",
      "market/catalogue",
      "http/api-docs",
      "platform/fetching",
      "platform/jobs",
      "market/recording",
    ],
    ["platform/mail", "market/photos", "platform/settings"],
    ["market/vin"],
    ["platform/backup", "market/cars", "market/photo-twins"],
    ["market/tariffs"],
    ["market/og", "market/prices", "market/reports", "market/search"],
    ["market/alerts"],
    ["people/accounts"],
    ["money/billing"],
    ["money/invoices", "dealers/stock"],
    [
      "people/account-removal",
      "market/confirmations",
      "dealers",
      "demo",
      "market/favourites",
      "dealers/feeds",
      "dealers/keys",
      "pages",
      "dealers/stock-feeds",
    ],
    ["admin", "platform/monitoring"],
    ["admin/operator", "admin/review", "market/statistics", "platform/doctor"],
  ],
};

describe.each(["domain", "server"] as const)("src/%s", (layer) => {
  const root = `${import.meta.dirname}/../${layer}`;
  const table = tables[layer];
  const known = new Set(table.flat());
  const heightOf = (folder: string) => table.findIndex((row) => row.includes(folder));
  /** The folder of a file in the table: "market/cars", or "http" for files of a group itself. */
  const folderOf = (file: string): string => {
    const [group = "", folder = ""] = file.split("/");
    return known.has(`${group}/${folder}`) ? `${group}/${folder}` : group;
  };
  const files = globSync("*/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

  test("every folder has its place in the table of layers", () => {
    expect([...new Set(files.map(folderOf))].toSorted()).toEqual([...known].toSorted());
  });

  test("a folder imports only from folders above it in the table of layers", () => {
    expect(files).toContain({ domain: "cars/car-states.ts", server: "market/cars/cars.commands.ts" }[layer]);
    const imports = new RegExp(`(?:from|import\\() ?"#${layer}/([\\w-]+/[\\w./-]+)"`, "g");
    const offending = files.flatMap((file) => {
      const folder = folderOf(file);
      return [...readFileSync(`${root}/${file}`, "utf8").matchAll(imports)]
        .map(([, imported = ""]) => folderOf(imported))
        .filter((imported) => imported !== folder && heightOf(imported) >= heightOf(folder))
        .map((imported) => `${folder} -> ${imported} (${file})`);
    });
    expect(offending).toEqual([]);
  });
});

test("src/server has at most ten folders at its top", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.length).toBeLessThanOrEqual(10);
});
