import * as fc from "#testing/properties.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CarSortKey,
  type CarStatus,
  carSortKeys,
  carStatuses,
  type UserRole,
  userRoles,
  type UserSortKey,
  userSortKeys,
} from "#domain/admin/admin-sorts.ts";
import { fold } from "#domain/text/fold.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { loadCarIds, loadCarPage, loadUserIds, loadUserPage } from "./lists.queries.ts";
import { searchWords } from "#server/platform/db/search-words.ts";

const people = 25;
const now = Date.now();

function idOf(kind: "user" | "car", n: number): string {
  return `0198${kind === "user" ? "0000" : "1111"}-0000-7000-8000-${String(n).padStart(12, "0")}`;
}

const person = (n: number) =>
  fc.record({
    id: fc.constant(idOf("user", n)),
    firstName: fc.constantFrom("Arben", "Çlirim", "Ëngjëll", "Blerta", "arben"),
    lastName: fc.constantFrom("Krasniqi", "Gashi", "Hoxha"),
    email: fc.constantFrom("a", "b", "c").map((letter) => `${letter}${n}@example.com`),
    phone: fc.constantFrom(null, "+38344111222", "+38349123456", "+4915112345678"),
    businessName: fc.constantFrom(null, "Auto Salloni Ari"),
    isAdmin: fc.boolean(),
    isDealerByHand: fc.boolean(),
    dealerUntil: fc.constantFrom(null, "-infinity", "infinity"),
    createdAt: fc.integer({ min: now - 5, max: now }),
  });
type Person = typeof person extends (n: number) => fc.Arbitrary<infer One> ? One : never;

const vehicle = (n: number) =>
  fc.record({
    id: fc.constant(idOf("car", n)),
    ownerId: fc.integer({ min: 0, max: people - 1 }).map((owner) => idOf("user", owner)),
    number: fc.constant(10_000 + n),
    brand: fc.constantFrom("Volkswagen", "Škoda"),
    model: fc.constantFrom("Golf", "Octavia", "golf", "100%"),
    year: fc.constantFrom(2015, 2016, 2020),
    price: fc.constantFrom(1000, 70_000, 5_000_000),
    state: fc.constantFrom("active", "sold", "archived"),
    hidden: fc.boolean(),
    createdAt: fc.integer({ min: now - 5, max: now }),
  });
type Vehicle = typeof vehicle extends (n: number) => fc.Arbitrary<infer One> ? One : never;

let database: TestDatabase;
const users = new Map<string, Person>();
const cars = new Map<string, Vehicle>();

beforeAll(async () => {
  database = await createTestDatabase();
  for (const one of fc.sample(fc.tuple(...Array.from({ length: people }, (_, n) => person(n))), 1)[0] ?? [])
    users.set(one.id, one);
  for (const one of fc.sample(fc.tuple(...Array.from({ length: 80 }, (_, n) => vehicle(n))), 1)[0] ?? [])
    cars.set(one.id, one);
  const { db } = database;
  await sql`insert into brands (name, folded) values ('Volkswagen', 'volkswagen'), ('Škoda', 'skoda')
    on conflict do nothing`.execute(db);
  await sql`
    insert into users (id, first_name, last_name, email, phone, password_hash, is_admin, is_dealer_by_hand, dealer_until, created_at)
    select id, "firstName", "lastName", email, phone, '-', "isAdmin", "isDealerByHand", "dealerUntil", to_timestamp("createdAt" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify([...users.values()])}::jsonb) as r (id uuid, "firstName" text, "lastName" text,
      email text, phone text, "isAdmin" boolean, "isDealerByHand" boolean, "dealerUntil" timestamptz, "createdAt" bigint)`.execute(
    db,
  );
  await sql`
    insert into dealers (user_id, business_name, business_address)
    select id, "businessName", 'Rruga B'
    from jsonb_to_recordset(${JSON.stringify([...users.values()])}::jsonb) as r (id uuid, "businessName" text)
    where "businessName" is not null`.execute(db);
  await sql`
    insert into cars (id, owner_id, number, brand, model, year, type, price, mileage, fuel, transmission, location, description,
      seller_name, seller_phone, state, archived_from, archived_at, sold_at, hidden_at, created_at)
    overriding system value
    select id, "ownerId", number, brand, model, year, 'Sedan', price, 1, 'Diesel', 'Manual', 'Prishtinë', '-', '-', '+38344111222',
      state, case when state = 'archived' then 'active' end, case when state = 'archived' then now() end,
      case when state = 'sold' then now() end, case when hidden then now() end, to_timestamp("createdAt" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify([...cars.values()])}::jsonb) as r (id uuid, "ownerId" uuid, number bigint, brand text,
      model text, year int, price int, state text, hidden boolean, "createdAt" bigint)`.execute(db);
});
afterAll(() => database.close());

// The expected lists, computed in a simple and slow way.

function roleOf({ isAdmin, isDealerByHand, dealerUntil }: Person): UserRole {
  if (isAdmin) return "admin";
  return isDealerByHand || dealerUntil === "infinity" ? "dealer" : "user";
}

function searched({ firstName, lastName, email, phone, businessName }: Person): string {
  return [`${firstName} ${lastName}`, email, phone ?? "", businessName ?? ""].map(fold).join("\n");
}

function carCount(id: string): number {
  return [...cars.values()].filter((one) => one.ownerId === id && one.state !== "archived").length;
}

function matchingUsers(q: string, role: UserRole | undefined): string[] {
  const words = searchWords(q);
  return [...users.values()]
    .filter(
      (one) =>
        (role === undefined || roleOf(one) === role) && words.every((word) => searched(one).includes(word)),
    )
    .map((one) => one.id);
}

function matchingCars(q: string, status: CarStatus | undefined, owner: string | undefined): string[] {
  const words = searchWords(q);
  return [...cars.values()]
    .filter((one) => {
      const seller = users.get(one.ownerId);
      const text = `${fold(`${one.brand} ${one.model}`)}\n${seller === undefined ? "" : searched(seller)}`;
      return (
        (status === undefined || (status === "hidden" ? one.hidden : one.state === status)) &&
        (owner === undefined || one.ownerId === owner) &&
        words.every((word) => text.includes(word) || word === String(one.number) || word === String(one.year))
      );
    })
    .map((one) => one.id);
}

/** What a user is ordered by; names have a test of their own. */
function userKey(one: Person, key: UserSortKey): number | string {
  switch (key) {
    case "name":
      return 0;
    case "email":
      return one.email;
    case "phone":
      return Number(one.phone ?? 0);
    case "cars":
      return carCount(one.id);
    case "status":
      return ["user", "dealer", "admin"].indexOf(roleOf(one));
    case "createdAt":
      return one.createdAt;
  }
}

function carKey(one: Vehicle, key: CarSortKey): number | string {
  switch (key) {
    case "name":
      return fold(`${one.brand} ${one.model}`);
    case "owner":
      return 0;
    case "status":
      return ["active", "sold", "archived"].indexOf(one.state) + (one.hidden ? 10 : 0);
    case "price":
      return one.price;
    case "createdAt":
      return one.createdAt;
  }
}

function expectOrdered(keys: readonly (number | string)[]): void {
  for (let at = 1; at < keys.length; at++) {
    const [before = 0, after = 0] = [keys[at - 1], keys[at]];
    expect(before <= after).toBe(true);
  }
}

function present<Value>(found: Value | undefined): Value {
  if (found === undefined) throw new Error("a row that was never written");
  return found;
}

const everything = { offset: 0, limit: 1000 };
const queries = [
  "",
  "arben",
  "CLIRIM gashi",
  "golf",
  "skoda 2015",
  "10003",
  "#10004",
  "a@",
  "+383 44 111",
  "ari golf",
  "100%",
  "_",
  "nothing of it",
];

describe("the admin lists", () => {
  test.each(queries)(
    "the list of users that match %j is complete, in order and exactly counted",
    async (q) => {
      const { db } = database;
      for (const role of [undefined, ...userRoles]) {
        const wanted = matchingUsers(q, role);
        for (const key of userSortKeys) {
          const question = { q, role, sort: { key, descending: false } };
          const { ids, found, all } = await loadUserPage(db, question, everything);
          expect([new Set(ids), ids.length, found, all]).toEqual([
            new Set(wanted),
            wanted.length,
            wanted.length,
            people,
          ]);
          expectOrdered(ids.map((id) => userKey(present(users.get(id)), key)));
          expect(await loadUserIds(db, { ...question, sort: { key, descending: true } })).toEqual(
            ids.toReversed(),
          );
        }
      }
    },
  );

  test.each(queries)(
    "the list of cars that match %j is complete, in order and exactly counted",
    async (q) => {
      const { db } = database;
      for (const [status, owner] of [
        [undefined, undefined],
        [undefined, idOf("user", 3)],
        [undefined, idOf("user", 999)],
        ...carStatuses.map((one) => [one, undefined] as const),
      ] as const) {
        const wanted = matchingCars(q, status, owner);
        for (const key of carSortKeys) {
          const question = { q, status, owner, sort: { key, descending: false } };
          const { ids, found, all } = await loadCarPage(db, question, everything);
          expect([new Set(ids), ids.length, found, all]).toEqual([
            new Set(wanted),
            wanted.length,
            wanted.length,
            cars.size,
          ]);
          expectOrdered(ids.map((id) => carKey(present(cars.get(id)), key)));
          expect(await loadCarIds(db, { ...question, sort: { key, descending: true } })).toEqual(
            ids.toReversed(),
          );
        }
      }
    },
  );

  test("cars sorted by owner are in the order of the owners' names", async () => {
    const { db } = database;
    const sort = { key: "owner", descending: false } as const;
    const owners = await loadUserIds(db, { q: "", role: undefined, sort: { ...sort, key: "name" } });
    const ids = await loadCarIds(db, { q: "", status: undefined, owner: undefined, sort });
    expectOrdered(ids.map((id) => owners.indexOf(present(cars.get(id)).ownerId)));
  });

  test("the pages of a list hold each row exactly once", async () => {
    const { db } = database;
    const question = {
      q: "a",
      status: undefined,
      owner: undefined,
      sort: { key: "price", descending: true } as const,
    };
    const whole = await loadCarIds(db, question);
    const pages: string[] = [];
    for (let offset = 0; offset < whole.length; offset += 7)
      pages.push(...(await loadCarPage(db, question, { offset, limit: 7 })).ids);
    expect(pages).toEqual(whole);
  });
});

async function keysOf(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select albanian_key(text) as key from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`.execute(
    database.db,
  );
  return rows.map((row) => row.key);
}

async function sorted(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from unnest(${texts}::text[]) as t (text) order by albanian_key(text) collate "C"`.execute(
    database.db,
  );
  return rows.map((row) => row.text);
}

describe("the Albanian alphabet's order in the database", () => {
  test("the database sorts the Albanian letters in the alphabet's order", async () => {
    const alphabet = "A B C Ç D Dh E Ë F G Gj H I J K L Ll M N Nj O P Q R Rr S Sh T Th U V X Xh Y Z Zh".split(
      " ",
    );
    expect(await sorted(alphabet.toReversed())).toEqual(alphabet);
  });

  test("names sort where people look for them: E before Ë, C before Ç, D before Dh", async () => {
    const names = ["Cuca", "Çelik", "Dzemo", "Dhurata", "Ema", "Erza", "Ëndrra", "Fjolla", "Gzim", "Gjergj"];
    expect(await sorted(names.toReversed())).toEqual(names);
  });

  test("sorting ignores case and the accents of other languages", async () => {
    const [a, b, c, d] = await keysOf(["ŠKODA Ëndrra", "skoda ëNDRRA", "E\u0308ndrra", "Ëndrra"]);
    expect([a, c]).toEqual([b, d]);
  });

  test("the database's order equals ICU's order for Albanian", async () => {
    const { compare } = new Intl.Collator("sq", { sensitivity: "accent" });
    const word = fc.string({
      unit: fc.constantFrom(...Array.from("abcçdeëfghijklmnopqrstuvxyz")),
      minLength: 1,
      maxLength: 6,
    });
    const words = fc.sample(word, 500);
    const keys = await keysOf(words);
    for (let at = 1; at < words.length; at++) {
      const [first, second] = [keys[at - 1] ?? "", keys[at] ?? ""];
      expect(Math.sign(compare(words[at - 1] ?? "", words[at] ?? ""))).toBe(
        first < second ? -1 : first > second ? 1 : 0,
      );
    }
  });
});

test("the database folds texts as fold() does", async () => {
  const letters = Array.from("aAëËçÇšŠßıłŁđĐéñüÜžŽæŒ ﬁ\u0308Ω ж\t\n0-9@.~%");
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }), 500);
  const { rows } = await sql<{ folded: string }>`
    select folded(text) as folded from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`.execute(
    database.db,
  );
  expect(rows.map((row) => row.folded)).toEqual(texts.map(fold));
});
