import { z } from "zod";
import { deleteFromModel, mayDelete, expectPendingMails, expectReporterMails } from "./act-as-account.ts";
import type { Action } from "./actions.ts";
import { expectVisible } from "./car-rule.ts";
import { discountReadings, recordMileage } from "./mileage-rule.ts";
import { adminOf, existingPeople, type ModelCar, pick, type World } from "./world.ts";

const lists = [
  "GET /api/admin/stats",
  "GET /api/admin/users?limit=20",
  "GET /api/admin/users/search?q=emri",
  "GET /api/admin/users/export",
  "GET /api/admin/cars?limit=20",
  "GET /api/admin/cars/search?q=golf",
  "GET /api/admin/cars/export",
  "GET /api/admin/payments",
  "GET /api/admin/payments/export.csv",
  "GET /api/admin/payments/sums",
  "GET /api/admin/invoices",
  "GET /api/admin/coupons",
  "GET /api/admin/models",
  "GET /api/admin/reports",
  "GET /api/admin/reports?state=decided",
  "GET /api/admin/social",
  "GET /api/admin/audit",
  "GET /api/admin/charts",
  "GET /api/admin/health",
  "GET /api/admin/settings",
  "GET /api/admin/settings/versions",
  "GET /api/admin/settings/subscribers",
  "GET /api/admin/tariffs",
  "GET /api/admin/stock-codes",
  "GET /api/admin/verifications",
];

function someCar(world: World, by: number, fits: (car: ModelCar) => boolean): ModelCar | null {
  return pick(
    world.cars.filter((car) => car.state !== "deleted" && fits(car)),
    by,
  );
}

const visible = z.object({ hidden: z.boolean() });

async function setHidden(
  world: World,
  car: ModelCar,
  hidden: boolean,
  request: string,
  by: number,
): Promise<void> {
  const answer = await world.ask(adminOf(world, by), request, 200, { body: { reason: "Provë" } });
  if (answer.status === 200) await noteHidden(world, car, hidden);
}

/** What hiding or showing a car brings about. */
export async function noteHidden(world: World, car: ModelCar, hidden: boolean): Promise<void> {
  if (car.hidden !== hidden) world.expectMail(car.owner.email, hidden ? "carHidden" : "carShown");
  car.hidden = hidden;
  discountReadings(world, car.owner);
  if (hidden) {
    expectReporterMails(world, car.reporters);
    car.reporters.clear();
  }
  await expectVisible(world, car);
}

export const adminActions = {
  readDesk: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    for (const request of lists) await world.ask(admin, request, 200);
    const month = new Date(world.site.now()).toISOString().slice(0, 7);
    await world.ask(admin, `GET /api/admin/invoices/summary?month=${month}`, 200);
    if (a % 5 === 0) await world.ask(admin, `GET /api/admin/invoices/summary.pdf?month=${month}`, 200);
    const person = pick(existingPeople(world), a);
    if (person === null) return;
    for (const request of [
      `GET /api/admin/users/${person.id}`,
      `GET /api/admin/users/${person.id}/reports`,
      `GET /api/admin/users/${person.id}/payments`,
      `GET /api/admin/users/${person.id}/waiting-payments`,
    ])
      await world.ask(admin, request, 200);
    const car = someCar(world, b, () => true);
    if (car !== null) {
      const answer = await world.ask(admin, `GET /api/admin/cars/${car.id}`, 200);
      if (answer.status === 200 && visible.parse(answer.body).hidden !== car.hidden)
        world.fault(`car ${car.id} is ${car.hidden ? "not " : ""}hidden`);
    }
    const listed = await world.ask(admin, "GET /api/admin/invoices", 200);
    const [invoice] = z
      .object({ invoices: z.array(z.object({ id: z.string() })) })
      .parse(listed.body).invoices;
    if (invoice !== undefined && a % 5 === 1)
      await world.ask(admin, `GET /api/admin/invoices/${invoice.id}`, 200);
  },
  hideCar: async (world, { a, b }) => {
    const car = someCar(world, a, ({ hidden }) => !hidden);
    if (car !== null) await setHidden(world, car, true, `POST /api/admin/cars/${car.id}/hide`, b);
  },
  showCar: async (world, { a, b }) => {
    const car = someCar(world, a, ({ hidden }) => hidden);
    if (car !== null) await setHidden(world, car, false, `POST /api/admin/cars/${car.id}/show`, b);
  },
  editCar: async (world, { a, b }) => {
    const car = someCar(world, a, () => true);
    if (car === null) return;
    const admin = adminOf(world, b);
    const { body } = await world.ask(admin, `GET /api/admin/cars/${car.id}`, 200);
    const facts = z
      .object({
        brand: z.string(),
        model: z.string(),
        year: z.number(),
        mileage: z.number(),
        location: z.string(),
        fuel: z.string(),
        type: z.string(),
      })
      .parse(body);
    const price = car.price + 100;
    const answer = await world.ask(admin, `PUT /api/admin/cars/${car.id}`, 200, {
      body: { ...facts, price, reason: "Çmimi i gabuar" },
    });
    if (answer.status !== 200) return;
    car.price = price;
    world.expectMail(car.owner.email, "carChanged");
    recordMileage(world, car, { mileage: car.mileage });
  },
  deleteCar: async (world, { a, b }) => {
    const car = someCar(world, a, () => true);
    if (car === null) return;
    await expectPendingMails(world);
    const admin = adminOf(world, b);
    const answer =
      b % 2 === 0
        ? await world.ask(admin, `DELETE /api/admin/cars/${car.id}?reason=Prov%C3%AB`, 204)
        : await world.ask(admin, "POST /api/admin/cars/bulk-delete", 200, {
            body: { ids: [car.id], reason: "Provë" },
          });
    if (answer.status > 204) return;
    car.state = "deleted";
    world.expectMail(car.owner.email, "carDeleted");
    expectReporterMails(world, car.reporters);
    car.reporters.clear();
    await world.ask(null, `GET /api/cars/${car.id}`, 404);
  },
  editUser: async (world, { who, b }) => {
    const person = pick(existingPeople(world), who);
    if (person === null) return;
    const answer = await world.ask(adminOf(world, b), `PUT /api/admin/users/${person.id}`, 200, {
      body: { phone: `+38349${100_000 + (b % 800_000)}`, reason: "Me kërkesë" },
    });
    if (answer.status === 200) world.expectMail(person.email, "accountChanged");
  },
  suspend: async (world, { who, b }) => {
    const person = pick(
      existingPeople(world).filter(({ suspended }) => !suspended),
      who,
    );
    if (person === null) return;
    await world.ask(adminOf(world, b), `POST /api/admin/users/${person.id}/suspension`, 200, {
      body: { reason: "Shpallje të rreme" },
    });
    person.suspended = true;
    discountReadings(world, person);
    world.expectMail(person.email, "suspended");
    for (const car of person.cars) if (car.state !== "deleted") await expectVisible(world, car);
  },
  lift: async (world, { who, b }) => {
    const person = pick(
      existingPeople(world).filter(({ suspended }) => suspended),
      who,
    );
    if (person === null) return;
    await world.ask(adminOf(world, b), `DELETE /api/admin/users/${person.id}/suspension`, 200, { body: {} });
    person.suspended = false;
    discountReadings(world, person);
    world.expectMail(person.email, "lifted");
    for (const car of person.cars) if (car.state !== "deleted") await expectVisible(world, car);
  },
  removeUser: async (world, { who, b }) => {
    const person = pick(
      existingPeople(world).filter((one) => mayDelete(one, b)),
      who,
    );
    if (person === null) return;
    await expectPendingMails(world);
    const admin = adminOf(world, b);
    const answer =
      b % 2 === 0
        ? await world.ask(admin, `DELETE /api/admin/users/${person.id}`, 204)
        : await world.ask(admin, "POST /api/admin/users/bulk-delete", 200, { body: { ids: [person.id] } });
    if (answer.status > 204) return;
    deleteFromModel(world, person);
    world.expectMail(person.email, "accountDeleted");
  },
  decideReport: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const listed = await world.ask(admin, "GET /api/admin/reports?limit=50", 200);
    const report = pick(
      z
        .object({
          reports: z.array(z.object({ id: z.string(), car: z.object({ _id: z.string() }).nullable() })),
        })
        .parse(listed.body).reports,
      a,
    );
    const car = world.cars.find(({ id }) => id === report?.car?._id);
    if (report === null || car === undefined) return;
    if (b % 2 === 0) {
      await setHidden(world, car, true, `POST /api/admin/reports/${report.id}/hide`, b);
      if (b % 4 === 0) await setHidden(world, car, false, `POST /api/admin/reports/${report.id}/restore`, b);
      return;
    }
    const { rows } = await world.site.database.pool.query("select email from reports where id = $1", [
      report.id,
    ]);
    const [told] = z.array(z.object({ email: z.string().nullable() })).parse(rows);
    await world.ask(admin, `POST /api/admin/reports/${report.id}/dismiss`, 200);
    const email = told?.email ?? null;
    if (email === null) return;
    world.expectMail(email, "report");
    const settled = [...car.reporters].find(([, address]) => address === email);
    if (settled !== undefined) car.reporters.delete(settled[0]);
  },
  decideModel: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const listed = await world.ask(admin, "GET /api/admin/models", 200);
    const model = pick(
      z.object({ models: z.array(z.object({ id: z.string(), brand: z.string() })) }).parse(listed.body)
        .models,
      a,
    );
    if (model === null) return;
    if (b % 3 === 0)
      await world.ask(admin, `POST /api/admin/models/${model.id}/approve`, [200, 409], { body: {} });
    else if (b % 3 === 1) await world.ask(admin, `POST /api/admin/models/${model.id}/refuse`, 200);
    else {
      const { body } = await world.ask(null, `GET /api/car-models/models?brand=${model.brand}`, 200);
      const into = pick(z.array(z.string()).parse(body), 0);
      await world.ask(admin, `POST /api/admin/models/${model.id}/merge`, [200, 400, 409], { body: { into } });
    }
  },
  decideVerification: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const listed = await world.ask(admin, "GET /api/admin/verifications?state=waiting", 200);
    const one = pick(
      z
        .object({
          verifications: z.array(
            z.object({ id: z.string(), hasDocument: z.boolean(), user: z.object({ email: z.string() }) }),
          ),
        })
        .parse(listed.body).verifications,
      a,
    );
    if (one === null) return;
    if (one.hasDocument) await world.ask(admin, `GET /api/admin/verifications/${one.id}/document`, 200);
    const isGood = b % 3 > 0;
    const answer = await world.ask(
      admin,
      isGood
        ? `POST /api/admin/verifications/${one.id}/confirm`
        : `POST /api/admin/verifications/${one.id}/refuse`,
      [200, 409],
      isGood ? {} : { body: { reason: "Dokumenti nuk lexohet" } },
    );
    if (answer.status === 200) world.expectMail(one.user.email, isGood ? "verified" : "refused");
  },
  post: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const listed = await world.ask(admin, "GET /api/admin/social?state=waiting", 200);
    const post = pick(z.object({ posts: z.array(z.object({ id: z.string() })) }).parse(listed.body).posts, a);
    if (post === null) return;
    await world.ask(admin, `POST /api/admin/social/${post.id}/posted`, 200);
    if (b % 4 === 0) await world.ask(admin, `DELETE /api/admin/social/${post.id}/posted`, 200);
  },
} satisfies Record<string, Action>;
