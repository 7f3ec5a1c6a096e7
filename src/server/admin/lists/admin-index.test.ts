import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CarSortKey,
  type CarStatus,
  carSortKeys,
  carStatuses,
  userRoles,
  userSortKeys,
} from "#domain/admin/admin-sorts.ts";
import { fold } from "#domain/text/fold.ts";
import { AdminIndex } from "./admin-index.ts";
import type { ListedCar } from "./car-table.ts";
import { searchWords } from "./list-words.ts";
import { sortedBy } from "./radix-order.ts";
import type { ListedUser } from "./user-table.ts";

const now = Date.parse("2026-08-01T12:00:00Z");

function idOf(kind: "user" | "car", n: number): string {
  return `0198${kind === "user" ? "0000" : "1111"}-0000-7000-8000-${String(n).padStart(12, "0")}`;
}

const user = (n: number): fc.Arbitrary<ListedUser> =>
  fc.record({
    id: fc.constant(idOf("user", n)),
    firstName: fc.constantFrom("Arben", "Çlirim", "Ëngjëll", "Blerta", "arben"),
    lastName: fc.constantFrom("Krasniqi", "Gashi", "Hoxha"),
    email: fc.constantFrom("a", "b", "c").map((letter) => `${letter}${n}@example.com`),
    phone: fc.constantFrom(null, "+38344111222", "+38349123456", "+4915112345678"),
    businessName: fc.constantFrom(null, "Auto Salloni Ari"),
    isAdmin: fc.boolean(),
    isDealerByHand: fc.boolean(),
    dealerUntil: fc.constantFrom(0, now - 1, now + 1, Number.POSITIVE_INFINITY),
    createdAt: fc.integer({ min: now - 5, max: now }),
  });

const car = (n: number, owners: number): fc.Arbitrary<ListedCar> =>
  fc.record({
    id: fc.constant(idOf("car", n)),
    ownerId: fc.integer({ min: 0, max: owners - 1 }).map((owner) => idOf("user", owner)),
    number: fc.constant(10_000 + n),
    brand: fc.constantFrom("Volkswagen", "Škoda"),
    model: fc.constantFrom("Golf", "Octavia", "golf"),
    year: fc.constantFrom(2015, 2016, 10_001),
    price: fc.constantFrom(1000, 70_000, 5_000_000),
    state: fc.constantFrom("active", "sold", "archived"),
    hidden: fc.boolean(),
    createdAt: fc.integer({ min: now - 5, max: now }),
    soldAt: fc.constantFrom(null, now - 3),
  });

/** What the index must come to, said the slow way. */
class Reference {
  readonly users = new Map<string, ListedUser>();
  readonly cars = new Map<string, ListedCar>();

  role({ isAdmin, isDealerByHand, dealerUntil }: ListedUser) {
    if (isAdmin) return "admin";
    return isDealerByHand || dealerUntil > now ? "dealer" : "user";
  }

  searched({ firstName, lastName, email, phone, businessName }: ListedUser): string {
    return [`${firstName} ${lastName}`, email, phone ?? "", businessName ?? ""].map(fold).join("\n");
  }

  carCount(id: string): number {
    return [...this.cars.values()].filter((one) => one.ownerId === id && one.state !== "archived").length;
  }

  userIds(q: string, role: string | undefined): Set<string> {
    const words = searchWords(q);
    const found = [...this.users.values()].filter(
      (one) =>
        (role === undefined || this.role(one) === role) &&
        words.every((word) => this.searched(one).includes(word)),
    );
    return new Set(found.map((one) => one.id));
  }

  carIds(q: string, status: string | undefined, owner: string | undefined): Set<string> {
    const words = searchWords(q);
    const found = [...this.cars.values()].filter((one) => {
      const seller = this.users.get(one.ownerId);
      const text = `${fold(`${one.brand} ${one.model}`)}\n${seller === undefined ? "" : this.searched(seller)}`;
      return (
        (status === undefined || (status === "hidden" ? one.hidden : one.state === status)) &&
        (owner === undefined || one.ownerId === owner) &&
        words.every((word) => text.includes(word) || word === String(one.number) || word === String(one.year))
      );
    });
    return new Set(found.map((one) => one.id));
  }

  carKey(id: string, key: CarSortKey): number | string {
    const one = this.cars.get(id);
    if (one === undefined) throw new Error(`no car ${id}`);
    const seller = this.users.get(one.ownerId);
    switch (key) {
      case "name":
        return fold(`${one.brand} ${one.model}`);
      case "owner":
        return seller === undefined ? "" : fold(`${seller.firstName} ${seller.lastName}`);
      case "status":
        return ["active", "sold", "archived"].indexOf(one.state) + (one.hidden ? 10 : 0);
      case "price":
        return one.price;
      case "createdAt":
        return one.createdAt;
    }
  }
}

const people = 12;
type Step =
  | { kind: "user"; user: ListedUser }
  | { kind: "car"; car: ListedCar }
  | { kind: "leave"; n: number }
  | { kind: "sell off"; n: number }
  | { kind: "look" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .integer({ min: 0, max: people - 1 })
    .chain((n) => user(n))
    .map((one) => ({ kind: "user" as const, user: one })),
  fc
    .integer({ min: 0, max: 40 })
    .chain((n) => car(n, people))
    .map((one) => ({ kind: "car" as const, car: one })),
  fc.integer({ min: 0, max: people - 1 }).map((n) => ({ kind: "leave" as const, n })),
  fc.integer({ min: 0, max: 40 }).map((n) => ({ kind: "sell off" as const, n })),
  fc.constant({ kind: "look" as const }),
  // Mostly cars: a seller with none shows nothing.
  fc
    .integer({ min: 0, max: 40 })
    .chain((n) => car(n, people))
    .map((one) => ({ kind: "car" as const, car: one })),
);

// Long ones: what goes wrong, goes wrong after orders were made, and mended, and slots were used again.
const steps = fc.array(step, { maxLength: 150, size: "max" });

function play(steps: readonly Step[]): { index: AdminIndex; reference: Reference } {
  const index = new AdminIndex();
  const reference = new Reference();
  for (const one of steps) {
    if (one.kind === "user") {
      index.putUser(one.user);
      reference.users.set(one.user.id, one.user);
    } else if (one.kind === "car") {
      const known = reference.users.has(one.car.ownerId);
      expect(index.putCar(one.car)).toBe(known);
      if (known) reference.cars.set(one.car.id, one.car);
    } else if (one.kind === "leave") {
      const id = idOf("user", one.n);
      index.removeUsers([id]);
      reference.users.delete(id);
      for (const [carId, { ownerId }] of reference.cars) if (ownerId === id) reference.cars.delete(carId);
    } else if (one.kind === "sell off") {
      index.removeCars([idOf("car", one.n)]);
      reference.cars.delete(idOf("car", one.n));
    } else {
      // Orders that were asked for are mended from here on instead of made.
      for (const key of userSortKeys) listUsers(index, key, false);
      for (const key of carSortKeys) listCars(index, key, false);
    }
  }
  return { index, reference };
}

const everything = { offset: 0, limit: 1000 };

function listUsers(index: AdminIndex, key: (typeof userSortKeys)[number], descending: boolean, q = "") {
  return index.listUsers({ q, role: undefined, sort: { key, descending } }, everything, now);
}

function listCars(index: AdminIndex, key: CarSortKey, descending: boolean, q = "") {
  const question = { q, status: undefined, owner: undefined, sort: { key, descending } };
  return index.listCars(question, everything);
}

function listOf(
  index: AdminIndex,
  which: { q: string; status: CarStatus | undefined; owner: string | undefined },
  key: CarSortKey,
): string[] {
  return index.listCars({ ...which, sort: { key, descending: false } }, everything).ids;
}

function expectOrdered(keys: readonly (number | string)[]): void {
  for (let at = 1; at < keys.length; at++) {
    const [before = 0, after = 0] = [keys[at - 1], keys[at]];
    expect(before <= after).toBe(true);
  }
}

const query = fc.oneof(
  fc.constant(""),
  fc.constantFrom(
    "arben",
    "CLIRIM gashi",
    "golf",
    "skoda 2015",
    "10003",
    "#10004",
    "a@",
    "+383 44 111",
    "ari golf",
    "nothing of it",
  ),
);

describe("the admin lists, whatever has happened", () => {
  test("hold exactly the users that match, in order, with exact totals", () => {
    fc.assert(
      fc.property(
        steps,
        query,
        fc.option(fc.constantFrom(...userRoles), { nil: undefined, freq: 1 }),
        (played, q, role) => {
          const { index, reference } = play(played);
          expect(index.userCount).toBe(reference.users.size);
          const wanted = reference.userIds(q, role);
          for (const key of userSortKeys) {
            const sort = { key, descending: false };
            const { ids, found, all } = index.listUsers({ q, role, sort }, everything, now);
            expect([new Set(ids), found, all]).toEqual([wanted, wanted.size, reference.users.size]);
            expect(
              index.listUsers({ q, role, sort: { key, descending: true } }, everything, now).ids,
            ).toEqual(ids.toReversed());
            const rows = ids.map((id) => reference.users.get(id));
            if (key === "name") expectOrdered(rows.map((row) => fold(`${row?.firstName} ${row?.lastName}`)));
            if (key === "email") expectOrdered(rows.map((row) => row?.email ?? ""));
            if (key === "createdAt") expectOrdered(rows.map((row) => row?.createdAt ?? 0));
            if (key === "cars") expectOrdered(ids.map((id) => reference.carCount(id)));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("hold exactly the cars that match, in order, with exact totals", () => {
    fc.assert(
      fc.property(
        steps,
        query,
        fc.option(fc.constantFrom(...carStatuses), { nil: undefined, freq: 1 }),
        fc.option(
          fc.integer({ min: 0, max: people }).map((n) => idOf("user", n)),
          { nil: undefined, freq: 1 },
        ),
        (played, q, status, owner) => {
          const { index, reference } = play(played);
          const states = [...reference.cars.values()].map((one) => one.state);
          expect(index.carCounts).toEqual({
            active: states.filter((state) => state === "active").length,
            sold: states.filter((state) => state === "sold").length,
            archived: states.filter((state) => state === "archived").length,
          });
          const wanted = reference.carIds(q, status, owner);
          const fresh = new AdminIndex();
          for (const one of reference.users.values()) fresh.putUser(one);
          for (const one of reference.cars.values()) fresh.putCar(one);
          for (const key of carSortKeys) {
            const { ids, found, all } = index.listCars(
              { q, status, owner, sort: { key, descending: false } },
              everything,
            );
            expect([new Set(ids), found, all]).toEqual([wanted, wanted.size, reference.cars.size]);
            expectOrdered(ids.map((id) => reference.carKey(id, key)));
            // An order that was mended is the one that is made: pages fit together on every process.
            expect(ids).toEqual(listOf(fresh, { q, status, owner }, key));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("pages lie side by side: together they are the list, each row once", () => {
    fc.assert(
      fc.property(steps, query, fc.integer({ min: 1, max: 7 }), (played, q, limit) => {
        const { index } = play(played);
        const sort = { key: "price", descending: true } as const;
        const question = { q, status: undefined, owner: undefined, sort };
        const whole = index.listCars(question, everything).ids;
        const pages: string[] = [];
        for (let offset = 0; offset < whole.length; offset += limit)
          pages.push(...index.listCars(question, { offset, limit }).ids);
        expect(pages).toEqual(whole);
      }),
    );
  });
});

test("a list long enough for counting digits is sorted as a short one is: equal ones stay as they were", () => {
  const key = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const few = fc.integer({ min: 0, max: 5 });
  for (const keys of [key, few]) {
    const [values = []] = fc.sample(fc.array(keys, { minLength: 6_000, maxLength: 6_000, size: "max" }), 1);
    const order = Uint32Array.from(values, (_, slot) => values.length - 1 - slot);
    const byKey = Uint32Array.from(values);
    const sorted = sortedBy(order, byKey);
    expect([...sorted]).toEqual([...order].toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0)));
  }
});

test("orders survive more changes than are mended", () => {
  const index = new AdminIndex();
  const add = (n: number) => {
    const [one] = fc.sample(user(n), { numRuns: 1, seed: n });
    if (one !== undefined) index.putUser(one);
  };
  for (let n = 0; n < 50; n++) add(n);
  listUsers(index, "name", false);
  for (let n = 0; n < 600; n++) add(n);
  for (let n = 0; n < 300; n += 2) index.removeUsers([idOf("user", n)]);
  const { ids, found } = listUsers(index, "name", false);
  expect([new Set(ids).size, found]).toEqual([450, 450]);
});

test("days are counted between their borders, an hour's shift of the clock included", () => {
  const index = new AdminIndex();
  // The night to 25 October 2026 has 25 hours in Kosovo.
  const borders = [
    "2026-10-23T22:00:00Z",
    "2026-10-24T22:00:00Z",
    "2026-10-25T23:00:00Z",
    "2026-10-26T23:00:00Z",
  ].map((at) => Date.parse(at));
  const moments = [
    "2026-10-23T21:59:59Z",
    "2026-10-23T22:00:00Z",
    "2026-10-25T22:59:59Z",
    "2026-10-25T23:00:00Z",
    "2026-10-26T23:00:00Z",
  ];
  for (const [n, at] of moments.entries()) {
    const [one] = fc.sample(user(n), 1);
    if (one !== undefined) index.putUser({ ...one, createdAt: Date.parse(at) });
  }
  expect(index.countByDay(borders).registrations).toEqual([1, 1, 1]);
});

describe("what is typed into the search", () => {
  test.each([
    ["  Arben   KRASNIQI ", ["arben", "krasniqi"]],
    ["Çlirim Ëngjëll", ["clirim", "engjell"]],
    ["#10023", ["10023"]],
    ["golf golf", ["golf"]],
    ["044 123 456", ["44123456"]],
    ["+383 44/123-456", ["38344123456"]],
    ["00383 44 123 456", ["38344123456"]],
    ["golf 2016", ["golf", "2016"]],
    ["2016", ["2016"]],
    ["", []],
  ])("%j is %j", (typed, words) => {
    expect(searchWords(typed)).toEqual(words);
  });

  test("ten words count, so that no text makes work without end", () => {
    expect(searchWords(Array.from({ length: 90 }, (_, n) => `w${n}`).join(" "))).toHaveLength(10);
  });
});
