import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminStats, carList, userList } from "#contract/admin-lists.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { exportUsers } from "./export-lists.commands.ts";

let app: TestApp;
let admin: TestUser;
let arta: TestUser;
let dealer: TestUser;
/** Null: the present. */
let clock: Date | null = null;

beforeAll(async () => {
  app = await createTestApp({ now: () => clock ?? new Date() });
  admin = await app.registerUser({ isAdmin: true });
  arta = await app.registerUser({ phone: "+38349555666" });
  dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto Salloni Dardania" });
  const rename = (id: string, first_name: string, last_name: string, email: string) =>
    app.database.db.updateTable("users").set({ first_name, last_name, email }).where("id", "=", id).execute();
  await rename(admin.id, "Zana", "Admini", "zana@example.com");
  await rename(arta.id, "Ëngjëllusha", "Çollaku", "engje@example.com");
  await rename(dealer.id, "Blerim", "Gashi", "=cmd@example.com");
  await app.publishCar(arta, { brand: "Audi", model: "A4", price: 12_000, year: 2018 });
  await app.publishCar(arta, { brand: "BMW", model: "X5", price: 30_000, year: 2016 });
  const sold = await app.publishCar(dealer, { brand: "Škoda", model: "Octavia", price: 9_000, year: 2016 });
  await app.call(`PUT /api/cars/${sold._id}/sold`, { as: dealer });
  const archived = await app.publishCar(dealer, { brand: "Audi", model: "Q7", price: 25_000, year: 2014 });
  await app.call(`DELETE /api/cars/${archived._id}`, { as: dealer });
});
afterAll(() => app.close());

async function users(query: string) {
  const { users: found, pagination } = userList.parse(
    (await app.call(`GET /api/admin/users${query}`, { as: admin })).body,
  );
  return { names: found.map((user) => user.firstName), found, pagination };
}

async function cars(query: string) {
  const { cars: found, pagination } = carList.parse(
    (await app.call(`GET /api/admin/cars${query}`, { as: admin })).body,
  );
  return { names: found.map((car) => `${car.brand} ${car.model}`), found, pagination };
}

test("the overview counts everything and shows the newest entries", async () => {
  const stats = adminStats.parse((await app.call("GET /api/admin/stats", { as: admin })).body);
  expect(stats).toMatchObject({ totalUsers: 3, totalDealers: 1, totalCars: 4, activeCars: 2, soldCars: 1 });
  expect(stats.recentUsers.map((user) => user._id)).toEqual([dealer.id, arta.id, admin.id]);
  expect(stats.recentCars[0]?.user).toMatchObject({ email: "=cmd@example.com" });
});

describe("the list of users", () => {
  test("the list of users has the specification's columns: name, e-mail, phone, cars and badges", async () => {
    const { found } = await users("");
    expect(found.find((user) => user._id === arta.id)).toMatchObject({
      firstName: "Ëngjëllusha",
      lastName: "Çollaku",
      email: "engje@example.com",
      phone: "+38349555666",
      carCount: 2,
      isDealer: false,
      isAdmin: false,
    });
    // Archived ones are not counted, sold ones are.
    expect(found.find((user) => user._id === dealer.id)).toMatchObject({ carCount: 1, isDealer: true });
  });

  test.each([
    ["createdAt_desc", ["Blerim", "Ëngjëllusha", "Zana"]],
    ["name_asc", ["Blerim", "Ëngjëllusha", "Zana"]],
    ["name_desc", ["Zana", "Ëngjëllusha", "Blerim"]],
    ["email_asc", ["Blerim", "Ëngjëllusha", "Zana"]],
    ["phone_desc", ["Ëngjëllusha", "Blerim", "Zana"]],
    ["cars_asc", ["Zana", "Blerim", "Ëngjëllusha"]],
    ["status_desc", ["Zana", "Blerim", "Ëngjëllusha"]],
    ["nonsense", ["Blerim", "Ëngjëllusha", "Zana"]],
  ])("the list of users sorts by %s", async (sort, names) => {
    expect((await users(`?sort=${sort}`)).names).toEqual(names);
  });

  test.each([
    ["engjellusha COLLAKU", ["Ëngjëllusha"]],
    ["049 555 666", ["Ëngjëllusha"]],
    ["dardania", ["Blerim"]],
    ["@example.com gashi", ["Blerim"]],
    ["%", []],
    ["nobody", []],
  ])("the list of users finds %j", async (q, names) => {
    const { names: found, pagination } = await users(`/search?q=${encodeURIComponent(q)}`);
    expect(found).toEqual(names);
    expect(pagination).toMatchObject({ totalUsers: names.length, allUsers: 3 });
  });

  test("the list of users has pages with exact totals, also beyond the last page", async () => {
    const first = await users("?limit=2&sort=name_asc");
    expect([first.names, first.pagination]).toEqual([
      ["Blerim", "Ëngjëllusha"],
      { page: 1, totalPages: 2, hasPrevPage: false, hasNextPage: true, totalUsers: 3, allUsers: 3 },
    ]);
    expect((await users("?limit=2&sort=name_asc&page=2")).pagination).toMatchObject({
      hasPrevPage: true,
      hasNextPage: false,
    });
    expect(await users("?page=999999")).toMatchObject({ names: [], pagination: { totalUsers: 3 } });
    for (const bad of ["?page=0", "?page=-1", "?page=abc", "?page=1.5", "?limit=x"])
      expect((await users(bad)).names).toHaveLength(3);
  });

  test("the list of users filters by role", async () => {
    expect((await users("?role=dealer")).names).toEqual(["Blerim"]);
    expect((await users("?role=admin")).names).toEqual(["Zana"]);
    expect((await users("?role=nonsense")).names).toHaveLength(3);
  });
});

test("GET /api/admin/users returns each user's id at the payment provider or null", async () => {
  const { db } = app.database;
  await db.updateTable("users").set({ stripe_customer_id: "cus_arta" }).where("id", "=", arta.id).execute();
  const { found } = await users("?sort=name_asc");
  expect(found.map(({ stripeCustomerId }) => stripeCustomerId)).toEqual([null, "cus_arta", null]);
});

test("names sort in the order of the Albanian alphabet: E before Ë, C before Ç, D before Dh", async () => {
  const names = ["Cuca", "Çelik", "Dzemo", "Dhurata", "Ema", "Erza", "Ëndrra"];
  const ids: string[] = [];
  for (const name of names.toReversed()) {
    const { id } = await app.registerUser();
    ids.push(id);
    await app.database.db.updateTable("users").set({ first_name: name }).where("id", "=", id).execute();
  }
  const listed = async () =>
    (await users("/search?q=krasniqi&sort=name_asc")).names.filter((name) => names.includes(name));
  expect(await listed()).toEqual(names);
  await app.database.db.deleteFrom("users").where("id", "in", ids).execute();
});

describe("the list of cars", () => {
  test.each([
    ["name_asc", ["Audi A4", "Audi Q7", "BMW X5", "Škoda Octavia"]],
    ["price_desc", ["BMW X5", "Audi Q7", "Audi A4", "Škoda Octavia"]],
    ["createdAt_asc", ["Audi A4", "BMW X5", "Škoda Octavia", "Audi Q7"]],
    ["owner_asc", ["Škoda Octavia", "Audi Q7", "Audi A4", "BMW X5"]],
    ["status_asc", ["Audi A4", "BMW X5", "Škoda Octavia", "Audi Q7"]],
  ])("the list of cars sorts by %s", async (sort, names) => {
    expect((await cars(`?sort=${sort}`)).names).toEqual(names);
  });

  test.each([
    ["skoda", ["Škoda Octavia"]],
    ["audi collaku", ["Audi A4"]],
    ["2016", ["BMW X5", "Škoda Octavia"]],
    ["dardania octavia", ["Škoda Octavia"]],
  ])("the list of cars finds %j", async (q, names) => {
    const { names: found, pagination } = await cars(`/search?q=${q}&sort=name_asc`);
    expect(found).toEqual(names);
    expect(pagination).toMatchObject({ totalCars: names.length, allCars: 4 });
  });

  test("the list of cars finds a car by its number and filters by state and owner", async () => {
    const { found } = await cars("?status=sold");
    expect(found.map((car) => car.model)).toEqual(["Octavia"]);
    expect((await cars(`/search?q=%23${found[0]?.number}`)).names).toEqual(["Škoda Octavia"]);
    expect((await cars("?status=archived")).names).toEqual(["Audi Q7"]);
    expect((await cars(`?owner=${arta.id}&sort=name_asc`)).names).toEqual(["Audi A4", "BMW X5"]);
  });
});

async function csv(path: string, as = admin) {
  const answer = await app.call(`GET /api/admin/${path}`, { as });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="\w+-\d{4}-\d\d-\d\d\.csv"$/,
  );
  return String(answer.body);
}

describe("the CSV export", () => {
  test("the export's file is named after the day in Kosovo", async () => {
    clock = new Date("2026-07-10T22:30:00Z");
    const answer = await app.call("GET /api/admin/users/export", { as: admin });
    clock = null;
    expect(answer.headers.get("content-disposition")).toContain("-2026-07-11.csv");
  });

  test("the export holds the whole list as shown and escapes formulas", async () => {
    const [head, ...lines] = (await csv("users/export?sort=name_asc")).trimEnd().split("\r\n");
    expect(head).toBe("Emri;Mbiemri;Email;Telefon;Vetura;Statusi;Data e regjistrimit;ID");
    expect(lines.map((line) => line.split(";").slice(0, 3).join(";"))).toEqual([
      `Blerim;Gashi;"'=cmd@example.com"`,
      "Ëngjëllusha;Çollaku;engje@example.com",
      "Zana;Admini;zana@example.com",
    ]);
    // Without a plus, which spreadsheets compute, and without the quote that would keep them from it.
    expect(lines[1]).toContain(";00383 49 555 666;2;Përdorues");
    const found = (await csv("cars/export?q=audi&sort=price_asc")).trimEnd().split("\r\n");
    expect(found.slice(1).map((line) => line.split(";")[2])).toEqual(["A4", "Q7"]);
  });

  test("the export begins with a byte order mark for Excel and is in the audit log", async () => {
    const response = await exportUsers(
      app.services.ctx,
      app.services.admin.files,
      { id: admin.id, isAdmin: true, isDealer: false },
      { q: "gashi", role: undefined, sort: { key: "name", descending: false }, page: 1, limit: 20 },
    );
    const bytes = new Uint8Array(await new Response(response).arrayBuffer());
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const { body } = await app.call("GET /api/admin/audit?action=users.export&limit=1", { as: admin });
    expect(body).toMatchObject({ entries: [{ after: { rows: 1, q: "gashi" } }] });
  });

  test("a HEAD request for an export frees its place for a following GET", async () => {
    for (let n = 0; n < 5; n++) {
      const answer = await app.call("HEAD /api/admin/users/export", { as: admin });
      expect([answer.status, answer.body]).toEqual([200, undefined]);
    }
    expect(await csv("users/export?q=gashi")).toContain("Gashi");
  });

  test("a large export is streamed completely, and an aborted one frees its place", async () => {
    const many = await app.registerUser();
    await app.database.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 1_200; n += 1) {
        const id = `0199aaaa-0000-7000-8000-${String(n).padStart(12, "0")}`;
        await trx
          .insertInto("users")
          .values({
            id,
            first_name: "Shumë",
            last_name: `N${n}`,
            email: `${n}@many.example`,
            password_hash: "-",
          })
          .execute();
      }
    });
    for (let n = 0; n < 8; n++) {
      const stream = await exportUsers(
        app.services.ctx,
        app.services.admin.files,
        { id: admin.id, isAdmin: true, isDealer: false },
        { q: undefined, role: undefined, sort: { key: "name", descending: false }, page: 1, limit: 20 },
      );
      await stream.cancel();
    }
    const lines = (await csv("users/export?q=many.example")).trimEnd().split("\r\n");
    expect(new Set(lines).size).toBe(1_201);
    await app.database.db.deleteFrom("users").where("email", "like", "%many.example").execute();
    await app.database.db.deleteFrom("users").where("id", "=", many.id).execute();
  });
});
