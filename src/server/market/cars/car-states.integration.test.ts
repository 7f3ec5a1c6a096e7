import * as fc from "#testing/properties.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CarEvent, type CarStatus, moveCar } from "#domain/cars/car-states.ts";
import {
  type Answer,
  carOf,
  carsOf,
  createTestApp,
  errorOf,
  type TestApp,
  type TestUser,
} from "#testing/app.ts";

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.registerUser();
  stranger = await app.registerUser();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

const calls: Record<CarEvent, (id: string) => `${string} /${string}`> = {
  markSold: (id) => `PUT /api/cars/${id}/sold`,
  markUnsold: (id) => `PUT /api/cars/${id}/unsold`,
  archive: (id) => `DELETE /api/cars/${id}`,
  restore: (id) => `PUT /api/cars/${id}/restore`,
};

/** The model's state of the car, and the real car. */
interface Model {
  status: CarStatus;
}
interface Real {
  id: string;
}

/** The car as everybody should see it now. */
async function expectStatus({ id }: Real, { state, archivedFrom }: CarStatus): Promise<void> {
  const car = carOf(await app.call(`GET /api/cars/${id}`, { as: owner }));
  const isSold = state === "sold" || archivedFrom === "sold";
  expect([car.sold, car.soldAt !== null, car.deleted]).toEqual([isSold, isSold, state === "archived"]);
  expect((await app.call(`GET /api/cars/${id}`)).status).toBe(state === "archived" ? 404 : 200);
  const listed = carsOf(await app.call("GET /api/cars/my", { as: owner })).map((own) => own._id);
  const archived = carsOf(await app.call("GET /api/cars/archived", { as: owner })).map((own) => own._id);
  expect([listed.includes(id), archived.includes(id)]).toEqual([state !== "archived", state === "archived"]);
}

class Move implements fc.AsyncCommand<Model, Real> {
  readonly event: CarEvent;
  constructor(event: CarEvent) {
    this.event = event;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, real: Real): Promise<void> {
    const answer = await app.call(calls[this.event](real.id), { as: owner });
    const transition = moveCar(model.status, this.event);
    if (transition.kind === "impossible") {
      expect([answer.status, errorOf(answer).code]).toEqual([409, "impossible_move"]);
    } else {
      expect(answer.status).toBe(this.event === "archive" ? 204 : 200);
      if (transition.kind === "moved") model.status = transition.to;
      if (this.event !== "archive") expect(carOf(answer)._id).toBe(real.id);
    }
    await expectStatus(real, model.status);
  }
  toString(): string {
    return this.event;
  }
}

class StrangerMoves implements fc.AsyncCommand<Model, Real> {
  readonly event: CarEvent;
  constructor(event: CarEvent) {
    this.event = event;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, real: Real): Promise<void> {
    const request = calls[this.event](real.id);
    const hidden = model.status.state === "archived";
    expect((await app.call(request)).status).toBe(401);
    expect((await app.call(request, { as: stranger })).status).toBe(hidden ? 404 : 403);
    await expectStatus(real, model.status);
  }
  toString(): string {
    return `stranger ${this.event}`;
  }
}

class Edit implements fc.AsyncCommand<Model, Real> {
  check(): boolean {
    return true;
  }
  async run(model: Model, real: Real): Promise<void> {
    const answer = await app.call(`PUT /api/cars/${real.id}`, {
      as: owner,
      body: await app.carFields(owner),
    });
    const expected = { active: 200, sold: 409, archived: 409 }[model.status.state];
    expect(answer.status).toBe(expected);
    await expectStatus(real, model.status);
  }
  toString(): string {
    return "edit";
  }
}

class Contact implements fc.AsyncCommand<Model, Real> {
  check(): boolean {
    return true;
  }
  async run(model: Model, real: Real): Promise<void> {
    const answer = await app.call(`POST /api/cars/${real.id}/contact`);
    expect(answer.status).toBe({ active: 200, sold: 409, archived: 404 }[model.status.state]);
  }
  toString(): string {
    return "contact";
  }
}

test("any sequence of actions leaves a car in the state that the table of states gives", async () => {
  const events = ["markSold", "markUnsold", "archive", "restore"] as const;
  const commands = fc.commands(
    [
      fc.constantFrom(...events).map((event) => new Move(event)),
      fc.constantFrom(...events).map((event) => new Move(event)),
      fc.constantFrom(...events).map((event) => new StrangerMoves(event)),
      fc.constant(new Edit()),
      fc.constant(new Contact()),
    ],
    { maxCommands: 14 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const { _id: id } = await app.publishCar(owner);
      await fc.asyncModelRun(
        () => ({ model: { status: { state: "active" as const, archivedFrom: null } }, real: { id } }),
        all,
      );
    }),
    { numRuns: 15 },
  );
});

test("of sold, unsold and archived at once each is done or refused, and the car is in a valid state", async () => {
  const { _id: id } = await app.publishCar(owner);
  const requests = [calls.markSold, calls.markUnsold, calls.archive, calls.restore].flatMap((call) =>
    Array.from({ length: 5 }, () => call(id)),
  );
  const answers = await Promise.all(requests.map((request) => app.call(request, { as: owner })));
  for (const { status } of answers) expect([200, 204, 409]).toContain(status);
});

test("the date of a sale stays when the car is archived", async () => {
  const { _id: id } = await app.publishCar(owner);
  const { soldAt } = carOf(await app.call(calls.markSold(id), { as: owner }));
  await app.call(calls.archive(id), { as: owner });
  expect(carOf(await app.call(calls.restore(id), { as: owner }))).toMatchObject({ sold: true, soldAt });
});

/** One row per call, one column per person: the status. 404 if the car is not public for that person. */
type Role = "guest" | "stranger" | "owner" | "admin";
const roles: readonly Role[] = ["guest", "stranger", "owner", "admin"];
const expected: Record<string, Record<string, readonly number[]>> = {
  active: {
    "GET /api/cars/{id}": [200, 200, 200, 200],
    "GET /api/cars/{id}/similar": [200, 200, 200, 200],
    "POST /api/cars/{id}/contact": [200, 200, 200, 200],
    "PUT /api/cars/{id}": [401, 403, 200, 403],
    "PUT /api/cars/{id}/restore": [401, 403, 200, 403],
    "PUT /api/cars/{id}/unsold": [401, 403, 200, 403],
    "PUT /api/cars/{id}/sold": [401, 403, 200, 403],
    "DELETE /api/cars/{id}": [401, 403, 204, 403],
  },
  sold: {
    "GET /api/cars/{id}": [200, 200, 200, 200],
    "GET /api/cars/{id}/similar": [200, 200, 200, 200],
    "POST /api/cars/{id}/contact": [409, 409, 409, 409],
    "PUT /api/cars/{id}": [401, 403, 409, 403],
    "PUT /api/cars/{id}/restore": [401, 403, 200, 403],
    "PUT /api/cars/{id}/sold": [401, 403, 200, 403],
    "PUT /api/cars/{id}/unsold": [401, 403, 200, 403],
    "DELETE /api/cars/{id}": [401, 403, 204, 403],
  },
  archived: {
    "GET /api/cars/{id}": [404, 404, 200, 200],
    "GET /api/cars/{id}/similar": [404, 404, 200, 200],
    "POST /api/cars/{id}/contact": [404, 404, 409, 409],
    "PUT /api/cars/{id}": [401, 404, 409, 403],
    "PUT /api/cars/{id}/sold": [401, 404, 409, 403],
    "PUT /api/cars/{id}/unsold": [401, 404, 409, 403],
    "DELETE /api/cars/{id}": [401, 404, 204, 403],
    "PUT /api/cars/{id}/restore": [401, 404, 200, 403],
  },
  // Active, but its seller is no dealer any more.
  lapsed: {
    "GET /api/cars/{id}": [404, 404, 200, 200],
    "GET /api/cars/{id}/similar": [404, 404, 200, 200],
    "POST /api/cars/{id}/contact": [404, 404, 409, 409],
    "PUT /api/cars/{id}": [401, 404, 200, 403],
    "PUT /api/cars/{id}/sold": [401, 404, 200, 403],
    "PUT /api/cars/{id}/unsold": [401, 404, 200, 403],
    "DELETE /api/cars/{id}": [401, 404, 204, 403],
    "PUT /api/cars/{id}/restore": [401, 404, 200, 403],
  },
};

describe("every endpoint of a car by role and state", () => {
  const cases = Object.entries(expected).flatMap(([state, table]) =>
    Object.entries(table).flatMap(([name, statuses]) =>
      roles.map((role, column) => ({ state, name, role, status: statuses[column] })),
    ),
  );
  test.each(cases)("a $state car: $name as $role returns $status", async ({ state, name, role, status }) => {
    const lapsed = state === "lapsed";
    const seller = await app.registerUser(lapsed ? { dealerUntil: new Date(Date.now() + 60_000) } : {});
    const { _id: id } = await app.publishCar(seller);
    if (lapsed) {
      const until = new Date(Date.now() - 1_000);
      await app.database.db
        .updateTable("users")
        .set({ dealer_until: until })
        .where("id", "=", seller.id)
        .execute();
    }
    if (state === "sold") await app.call(calls.markSold(id), { as: seller });
    if (state === "archived") await app.call(calls.archive(id), { as: seller });
    const as = { guest: null, stranger, owner: seller, admin }[role];
    const [method = "", path = ""] = name.split(" ");
    const answer: Answer = await app.call(`${method} /${path.slice(1).replace("{id}", id)}`, {
      as,
      ...(name === "PUT /api/cars/{id}" ? { body: await app.carFields(seller) } : {}),
    });
    expect(answer.status).toBe(status);
    if (answer.status >= 400) expect(errorOf(answer).message).not.toBe("");
  });
});

test("unknown and impossible ids return 404 with the car's text at every endpoint", async () => {
  const ids = [
    "01900000-0000-7000-8000-000000000000",
    "10001",
    "abc",
    "..%2f..",
    "%00",
    "x".repeat(3_000),
    "my%20",
  ];
  for (const id of ids) {
    for (const name of Object.keys(expected["active"] ?? {})) {
      const request = name.replace("{id}", id);
      const [method = "", path = ""] = request.split(" ");
      const answer = await app.call(`${method} /${path.slice(1)}`, {
        as: owner,
        ...(name === "PUT /api/cars/{id}" ? { body: await app.carFields(owner) } : {}),
      });
      expect([request.slice(0, 60), answer.status]).toEqual([request.slice(0, 60), 404]);
    }
  }
  expect((await app.call("GET /api/cars/%E0%A4%A")).status).toBe(400);
});
