import type { Pool } from "pg";

/**
 * The tables whose rows several transactions lock, in the required order (platform/README.md, "Locks").
 * Dependent rows (a car's photos, a coupon's uses) are guarded by them.
 */
const order = ["acting admin", "payments", "users", "coupons", "cars", "reports"];

/** `lockAdmin`'s statement: it locks the acting admin's row with FOR SHARE. */
const actingAdmin = /from users where id = \$\d+ and is_admin = \$\d+ for share/;

/** Tables of `order` whose rows a statement locks, in the order of their names in it. */
export function lockedTables(statement: string): string[] {
  const text = statement.toLowerCase().replaceAll('"', "").replaceAll(/\s+/g, " ");
  if (actingAdmin.test(text)) return ["acting admin"];
  const written = [...text.matchAll(/(?<!\b(?:for|key|do) )\b(?:update|delete from) (?:only )?(\w+)/g)];
  const names = new Map<string, string>();
  for (const [, table = "", alias] of text.matchAll(/\b(?:from|join) (\w+)(?: as)?(?: (\w+))?/g)) {
    names.set(table, table);
    if (alias !== undefined) names.set(alias, table);
  }
  const held = [
    ...text.matchAll(/\bfor (?:no key )?update(?: of ([\w, ]+?))?(?: skip locked| nowait|\)|$)/g),
  ];
  return [
    ...written.map(({ index, 1: table = "" }) => ({ index, table })),
    ...held.flatMap(({ index, 1: of }) => {
      const ofFrom = [...text.slice(0, index).matchAll(/\bfrom (\w+)/g)].at(-1)?.[1] ?? "";
      const named = of?.split(",").map((name) => names.get(name.trim()) ?? name.trim());
      return (named ?? [ofFrom]).map((table) => ({ index, table }));
    }),
  ]
    .toSorted((one, other) => one.index - other.index)
    .map(({ table }) => table)
    .filter((table) => order.includes(table));
}

/** Tables into which a statement inserts. */
function insertedTables(statement: string): string[] {
  return [...statement.toLowerCase().matchAll(/\binsert into "?(\w+)/g)].map(([, table = ""]) => table);
}

/**
 * Receives each statement of a transaction with its values; describes a lock out of order, once each; null if there is
 * none. Locking rows that the transaction inserted blocks nobody, because others don't see them: a statement that has a
 * value (an id) of an earlier insert into that table.
 */
export function createLockOrder(): (statement: string, values?: readonly unknown[]) => string | null {
  const locked = new Map<string, string>();
  const inserted = new Map<string, Set<unknown>>();
  return (statement, values = []) => {
    let wrong: string | null = null;
    for (const table of lockedTables(statement)) {
      const own = inserted.get(table);
      if (locked.has(table) || values.some((value) => own?.has(value))) continue;
      const later = [...locked.keys()].find((other) => order.indexOf(other) > order.indexOf(table));
      if (later !== undefined)
        wrong = `${later} before ${table}:\n  ${locked.get(later) ?? ""}\n  ${statement}`;
      locked.set(table, statement);
    }
    for (const table of insertedTables(statement))
      inserted.set(table, new Set([...(inserted.get(table) ?? []), ...values.filter(isId)]));
    return wrong;
  };
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const isId = (value: unknown): boolean => typeof value === "string" && uuid.test(value);

/** Watches every transaction of the pool; reports those that lock rows out of order. */
export function watchLockOrder(pool: Pool, onDisorder: (what: string) => void): void {
  pool.on("connect", (client) => {
    const query: unknown = Reflect.get(client, "query");
    if (typeof query !== "function") return;
    let transaction: ReturnType<typeof createLockOrder> | null = null;
    Object.defineProperty(client, "query", {
      value: (...given: unknown[]): unknown => {
        const text = textOf(given[0]);
        if (/^\s*(?:begin|start transaction)/i.test(text)) transaction = createLockOrder();
        else if (/^\s*(?:commit|rollback(?! to))/i.test(text)) transaction = null;
        const wrong = transaction?.(text, valuesOf(given)) ?? null;
        if (wrong !== null) onDisorder(wrong);
        return Reflect.apply(query, client, given);
      },
    });
  });
}

/** A query's SQL in any form that `pg` accepts. */
function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
}

/** A query's values in any form that `pg` accepts. */
function valuesOf([query, values]: readonly unknown[]): readonly unknown[] {
  if (Array.isArray(values)) return values;
  const isConfig = typeof query === "object" && query !== null && "values" in query;
  return isConfig && Array.isArray(query.values) ? query.values : [];
}
