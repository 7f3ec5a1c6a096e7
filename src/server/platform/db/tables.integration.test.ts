import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Tables that no query of ours names: migrate.ts and the rate limiter ask in their own way. */
const leftOut = ["schema_migrations", "rate_limits"];

/** How a column of this PostgreSQL type is read. */
const readAs: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  smallint: "number",
  integer: "number",
  bigint: "number",
  "double precision": "number",
  boolean: "boolean",
  bytea: "Buffer",
  "timestamp with time zone": "Date",
  date: "day",
  jsonb: "json",
  ARRAY: "array",
};

interface ColumnRow {
  readonly relation: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly filled: "always" | "default" | "no";
  readonly in_view: boolean;
}

async function readDatabase(): Promise<Record<string, Record<string, string>>> {
  const { rows } = await database.pool.query<ColumnRow>(
    `select c.table_name as relation, c.column_name as name, c.data_type as type, t.table_type = 'VIEW' as in_view,
       c.is_nullable = 'YES' as nullable,
       case when c.is_identity = 'YES' or c.is_generated = 'ALWAYS' then 'always' when c.column_default is not null then 'default' else 'no' end as filled
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.table_name <> all($1)`,
    [leftOut],
  );
  const relations: Record<string, Record<string, string>> = {};
  for (const { relation, name, type, nullable, filled, in_view: inView } of rows) {
    // PostgreSQL says of no column of a view whether it can be null.
    const isNull = nullable && !inView ? " | null" : "";
    (relations[relation] ??= {})[name] = `${readAs[type] ?? type}${isNull}, filled: ${filled}`;
  }
  return relations;
}

/** What a column's type in these files says, in the words of `readDatabase`. */
function readType(type: string): string {
  const named: Readonly<Record<string, string>> = {
    Timestamp: "Date, filled: no",
    DefaultTimestamp: "Date, filled: default",
    NullableTimestamp: "Date | null, filled: no",
    "ColumnType<string, string, string>": "day, filled: no",
    "ColumnType<unknown, string, never>": "json, filled: no",
    "ColumnType<string | null, string | null, string | null>": "day | null, filled: no",
    'ColumnType<Tariff["lines"], string, string>': "json, filled: no",
    "ColumnType<unknown, string | undefined, never>": "json, filled: default",
  };
  const found = named[type];
  if (found !== undefined) return found;
  if (type.startsWith("RequiredJson<")) return "json, filled: no";
  if (type.startsWith("Json<")) return "json | null, filled: no";
  const wrapped = /^Generated(Always)?<(.+)>$/.exec(type);
  const filled = wrapped === null ? "no" : wrapped[1] === undefined ? "default" : "always";
  const inner = wrapped?.[2] ?? type;
  const isNull = inner.endsWith(" | null") ? " | null" : "";
  const plain = inner.replace(/ \| null$/, "");
  if (plain.endsWith("[]")) return `array${isNull}, filled: ${filled}`;
  // What is none of these is a union of words.
  const base = ["number", "boolean", "Buffer", "Date"].includes(plain) ? plain : "string";
  return `${base}${isNull}, filled: ${filled}`;
}

/** Types are gone when a test runs: read from the files, whose interfaces have a column a line. */
async function readTypes(): Promise<Record<string, Record<string, string>>> {
  const folder = new URL("./", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith("-tables.ts"));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const source = sources.join("\n");
  const interfaces = new Map<string, Record<string, string>>();
  for (const [, name = "", body = ""] of source.matchAll(/^export interface (\w+) \{\n(.*?)^\}/gms)) {
    const columns = [...body.matchAll(/^ {2}(\w+): (.+);$/gm)];
    interfaces.set(name, Object.fromEntries(columns.map(([, column = "", type = ""]) => [column, type])));
  }
  // "AccountTables" and its like have the tables, "UsersTable" the columns of one.
  const tables = [...interfaces].flatMap(([name, entries]) =>
    name.endsWith("Tables") ? Object.entries(entries) : [],
  );
  return Object.fromEntries(
    tables.map(([table, name]) => [
      table,
      Object.fromEntries(
        Object.entries(interfaces.get(name) ?? {}).map(([column, type]) => [column, readType(type)]),
      ),
    ]),
  );
}

test("the tables' types name every table and column of the database with its type, nullability and default", async () => {
  const types = await readTypes();
  expect(Object.keys(types)).not.toEqual([]);
  expect(types).toEqual(await readDatabase());
});
