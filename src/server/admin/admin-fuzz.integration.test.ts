import * as fc from "#testing/properties.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminEndpoints } from "#contract/admin.ts";
import { reportEndpoints } from "#contract/reports.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
let admin: TestUser;
let known: string[];

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  const user = await app.registerUser();
  const car = await app.publishCar(user, { model: "Golff" });
  await app.call(`POST /api/cars/${car._id}/report`, { body: { reason: "other" } });
  const { id: report } = await app.database.db.selectFrom("reports").select("id").executeTakeFirstOrThrow();
  known = [user.id, car._id, report, admin.id];
});
afterAll(() => app.close());

// What breaks parsers, databases and dates: a NUL, half a surrogate pair, too much, too little, other types.
const nasty = fc.constantFrom<unknown>(
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "%",
  "_",
  "'; drop table users; --",
  "=1+1",
  "ë".repeat(300),
  "9".repeat(40),
  "-1",
  "1e9",
  "NaN",
  "2026-02-31",
  "0000-01-01",
  "9999-12-31",
  "2099-12-31",
  "name_asc_desc",
  "constructor",
  "__proto__",
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  Number.MAX_VALUE,
  [],
  {},
  [[]],
);
const keys =
  "q page limit sort role status owner state who action target from to firstName lastName email phone isDealer isAdmin ids name into reason text brand model year price mileage location fuel type sold __proto__".split(
    " ",
  );
const record = fc.dictionary(fc.constantFrom(...keys), nasty, { maxKeys: 8 });

test.each(Object.keys({ ...adminEndpoints, ...reportEndpoints }))(
  "%s answers any input without a 5xx",
  async (name) => {
    const [method = "", path = ""] = name.split(" ");
    const id = fc.oneof(
      fc.integer({ min: 0, max: 3 }).map((at) => known[at] ?? ""),
      fc.constantFrom("x", "%00", "..%2f", "1", "9".repeat(30), "01920000-0000-7000-8000-000000000000"),
    );
    const version = fc.constantFrom(undefined, "*", '"1"', '"x"', "W/", '"99999999999"');
    await fc.assert(
      fc.asyncProperty(
        id,
        record,
        fc.oneof(record, fc.jsonValue(), nasty),
        version,
        async (id, query, body, tag) => {
          const search = new URLSearchParams(
            Object.entries(query).map(([key, value]) => [
              key,
              typeof value === "string" ? value.toWellFormed() : JSON.stringify(value),
            ]),
          );
          const answer = await app.call(
            `${method} ${path.replace("{id}", id)}?${search}` as `GET /${string}`,
            {
              as: admin,
              ...(method === "GET" ? {} : { body }),
              ...(tag === undefined ? {} : { headers: { "if-match": tag } }),
            },
          );
          expect(answer.status).toBeLessThan(500);
          if (answer.status === 400)
            expect(answer.body).toMatchObject({ message: expect.stringMatching(/^(?!Invalid)./) });
        },
      ),
      { numRuns: 25 },
    );
    // The admin is still there, and still one.
    expect((await app.call("GET /api/admin/models", { as: admin })).status).toBe(200);
  },
);
