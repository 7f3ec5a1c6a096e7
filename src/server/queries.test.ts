import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const statement =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`|\bsql\.(?:raw|lit)\(/;

/**
 * Files that may contain SQL beside `*.queries.ts` and `*.commands.ts`: the database's own, backups, which copy
 * tables, and the demo's rows.
 */
const ownSql = ["platform/db/", "platform/backup/", "demo/"];

test("SQL stands in queries and commands, never in routes", () => {
  const files = globSync("**/*.ts", { cwd: import.meta.dirname }).filter(
    (file) => !/\.(?:queries|commands|test)\.ts$/.test(file),
  );
  expect(files).toContain("market/cars/cars.routes.ts");
  const offending = files.filter(
    (file) =>
      !ownSql.some((folder) => file.startsWith(folder)) &&
      statement.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")),
  );
  expect(offending).toEqual([]);
});
