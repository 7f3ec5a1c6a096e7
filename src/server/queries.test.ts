import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const statement =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`|\bsql\.(?:raw|lit)\(/;

/** Files that may speak SQL beside `*.queries.ts`: the database's own, backups, which copy tables, and the demo's rows. */
const ownSql = ["db/", "backup/", "demo/"];

test("SQL is in *.queries.ts files only", () => {
  const files = globSync("**/*.ts", { cwd: import.meta.dirname }).filter(
    (file) => !/\.(?:queries|test)\.ts$/.test(file),
  );
  expect(files).toContain("cars/cars.commands.ts");
  const offending = files.filter(
    (file) =>
      !ownSql.some((folder) => file.startsWith(folder)) &&
      statement.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")),
  );
  expect(offending).toEqual([]);
});
