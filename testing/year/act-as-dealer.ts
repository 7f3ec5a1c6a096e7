import { z } from "zod";
import { stockCsv, stockRow } from "#testing/stock-files.ts";
import { declineAfterAttachCard, validCard, payOnPage } from "./act-as-seller.ts";
import type { Action } from "./actions.ts";
import { addCar, carView, photoOf } from "./car-forms.ts";
import { isSettled, newVin, recordMileage, syncLowerMileage, unmaskVin } from "./mileage-rule.ts";
import type { YearCall } from "./site.ts";
import type { Step } from "./story.ts";
import { existingPeople, type ModelPerson, pick, type World } from "./world.ts";

const checkout = z.object({ checkoutUrl: z.string(), sessionId: z.string() });
const withId = z.object({ id: z.string() });

const dealersOf = (world: World): ModelPerson[] =>
  existingPeople(world).filter(({ role, suspended }) => role === "dealer" && !suspended);

export function dealerOf(world: World, step: Step): ModelPerson | null {
  return pick(dealersOf(world), step.who);
}

/** All dealers, the step's first: for what few of them can do at a time. */
function dealersFrom(world: World, { who }: Step): ModelPerson[] {
  const dealers = dealersOf(world);
  const first = who % Math.max(1, dealers.length);
  return [...dealers.slice(first), ...dealers.slice(0, first)];
}

export async function isDealer(world: World, person: ModelPerson): Promise<boolean> {
  const { body } = await world.ask(person, "GET /api/me", 200);
  return z.object({ isDealer: z.boolean() }).parse(body).isDealer;
}

const stockView = carView.extend({ sold: z.boolean() });

/** Updates the model's cars from the site after a stock file changed them. */
async function syncStock(world: World, person: ModelPerson): Promise<void> {
  const seen = new Set<string>();
  for (const request of ["GET /api/cars/my?limit=100", "GET /api/cars/archived?limit=100"]) {
    const { body } = await world.ask(person, request, 200);
    for (const view of stockView.array().parse(body)) {
      seen.add(view._id);
      const known = person.cars.find(({ id }) => id === view._id);
      const car = known ?? addCar(world, person, view, { asDealer: true });
      const state = request.includes("archived") ? "archived" : view.sold ? "sold" : "active";
      if (state === "archived" && car.state !== "archived")
        car.archivedFrom = car.state === "sold" ? "sold" : "active";
      car.state = state;
      car.price = view.price;
      const vin = unmaskVin(world, view.vin);
      if (vin !== car.vin || view.mileage !== car.mileage)
        recordMileage(world, car, { mileage: view.mileage, vin });
      syncLowerMileage(world, car, view.lowerMileage !== undefined);
    }
  }
  for (const car of person.cars) if (!seen.has(car.id) && person.cars.length < 90) car.state = "deleted";
}

/** Whether the dealer's files have numbers. Such a dealer undoes no import: the model does not know which readings stay. */
const hasNumbers = ({ index }: ModelPerson): boolean => index % 2 === 0;

/** The number of a car of the dealer's stock, the same in each file, and its mileage, which a file now and then turns back. */
function numbersOf(
  world: World,
  person: ModelPerson,
  place: number,
  by: number,
): { vin: string; km: string } {
  const usual = 60_000 + place * 7_000;
  if (!hasNumbers(person)) return { vin: "", km: String(usual + (by % 3) * 1_000) };
  const reference = String(place);
  const vin = person.stockVins.get(reference) ?? newVin(world, person.index + 1);
  person.stockVins.set(reference, vin);
  const car = person.cars.find((one) => one.vin === vin && one.state !== "deleted");
  const km =
    car === undefined
      ? usual
      : isSettled(world, car) && by % 3 === 0
        ? Math.max(0, car.mileage - 5_000)
        : car.mileage;
  return { vin, km: String(km) };
}

/** Sends, corrects and applies a stock file; with a key, as the dealer's program does. */
export async function importStock(
  world: World,
  person: ModelPerson,
  step: Step,
  call: Pick<YearCall, "token"> = {},
): Promise<void> {
  const first = step.a % 5;
  const image = await photoOf(world, person);
  if (image === null) return;
  const rows = Array.from({ length: 2 + (step.b % 4) }, (_, index) => {
    return stockRow({
      referenca: `S-${first + index}`,
      ...numbersOf(world, person, first + index, step.a),
      cmimi: index === 1 && step.b % 3 === 0 ? "s'ka" : String(8_000 + (step.a % 40) * 100 + index * 500),
      fotot: image.startsWith("http") ? image : `${world.site.publicUrl}${image}`,
    });
  });
  const sent = await world.ask(person, "POST /api/dealer/imports", [202, 409, 429], {
    ...call,
    raw: stockCsv(rows),
    headers: { "content-type": "text/csv" },
  });
  if (sent.status !== 202) return;
  const { id } = withId.parse(sent.body);
  await world.site.runUntilIdle();
  const checked = await world.ask(person, `GET /api/dealer/imports/${id}`, 200, call);
  const { status, faultCount } = z.object({ status: z.string(), faultCount: z.number() }).parse(checked.body);
  const rowsAnswer = await world.ask(person, `GET /api/dealer/imports/${id}/rows`, 200, call);
  await world.ask(person, `GET /api/dealer/imports/${id}/faults.csv`, 200, call);
  if (status !== "ready") return;
  const faulty = z
    .array(z.object({ row: z.number().nullable(), outcome: z.string() }))
    .parse(rowsAnswer.body)
    .find(({ outcome }) => outcome === "faulty");
  if (faultCount > 0 && faulty !== undefined && faulty.row !== null)
    await world.ask(person, `PUT /api/dealer/imports/${id}/rows/${faulty.row}`, [200, 409], {
      ...call,
      body: { cmimi: "9900" },
    });
  await world.ask(person, `POST /api/dealer/imports/${id}/apply`, [202, 409], {
    ...call,
    body: { archiveMissing: step.b % 4 === 0, confirm: true },
  });
  await world.site.runUntilIdle();
  await syncStock(world, person);
}

export const dealerActions = {
  subscribe: async (world, { who, b }) => {
    const person = world.people[who % Math.max(1, world.people.length - 1)];
    if (person === undefined || !person.alive || person.suspended || person.role === "admin") return;
    const coupon = b % 4 === 0 ? pick(world.coupons, b) : null;
    if (coupon !== null)
      await world.ask(person, "POST /api/payment/coupon", [200, 400, 409], {
        body: { coupon, what: "dealers" },
      });
    const opened = await world.ask(person, "POST /api/payment/create-dealer-subscription", [200, 409], {
      body: {
        businessName: `Auto ${person.firstName}`,
        businessAddress: "Rr. Nëna Terezë 12, Prizren",
        taxNumber: `8112${String(10_000 + person.index)}`,
      },
    });
    if (opened.status !== 200) return;
    // A dealer is reminded to verify the address.
    if (!person.proven) world.expectMail(person.email, "verify");
    const { checkoutUrl, sessionId } = checkout.parse(opened.body);
    if (!(await payOnPage(world, checkoutUrl, b % 5 === 0 ? declineAfterAttachCard : validCard))) return;
    await world.ask(null, "POST /api/payment/verify-dealer-subscription", 200, { body: { sessionId } });
    await world.ask(person, "GET /api/dealer/subscription-status", 200);
  },
  cancelSubscription: async (world, step) => {
    for (const person of dealersFrom(world, step)) {
      const ended = await world.ask(person, "POST /api/dealer/cancel-subscription", [200, 403, 404, 409]);
      if (ended.status !== 200) continue;
      if (step.b % 2 === 0) await world.ask(person, "POST /api/dealer/reactivate-subscription", 200);
      return;
    }
  },
  dealerDesk: async (world, step) => {
    const person = dealerOf(world, step);
    if (person === null || !(await isDealer(world, person))) return;
    for (const request of [
      "GET /api/dealer/business",
      "GET /api/dealer/subscription-status",
      "GET /api/dealer/stats",
      "GET /api/dealer/billing-history",
      "GET /api/dealer/page",
      "GET /api/dealer/report",
      "GET /api/dealer/report.csv",
      "GET /api/dealer/report-mails",
      "GET /api/dealer/outward-feeds",
      "GET /api/dealer/feed",
      "GET /api/dealer/verification",
      "GET /api/dealer/export.csv",
      "GET /api/dealer/imports",
      "GET /api/dealer/imports/template.csv",
    ])
      await world.ask(person, request, 200);
    await world.ask(person, "POST /api/dealer/customer-portal", [200, 404, 409]);
    await world.ask(person, "PUT /api/dealer/report-mails", 200, { body: { enabled: step.b % 4 !== 0 } });
    await world.ask(person, "POST /api/dealer/confirm", 200);
  },
  dealerPage: async (world, step) => {
    const person = dealerOf(world, step);
    if (person === null || !(await isDealer(world, person))) return;
    await world.ask(person, "PUT /api/dealer/page", 200, {
      body: { address: "Rr. Adem Jashari 1, Prishtinë", phone: "+38345010101", hours: null },
    });
    await world.ask(null, `GET /api/dealers/${person.id}`, 200);
    await world.ask(null, `POST /api/dealers/${person.id}/contact`, 200);
  },
  askVerification: async (world, step) => {
    for (const person of dealersFrom(world, step)) {
      if (!(await isDealer(world, person))) continue;
      const image = step.b % 2 === 0 ? null : await photoOf(world, person);
      const asked =
        image === null
          ? await world.ask(person, "POST /api/dealer/verification", [201, 409], {
              body: { taxNumber: "811234567" },
            })
          : await world.ask(person, "POST /api/dealer/verification/document", [201, 409], {
              raw: new Uint8Array(await (await fetch(new URL(image, world.site.publicUrl))).arrayBuffer()),
              headers: { "content-type": "image/jpeg" },
            });
      if (asked.status === 201) return;
    }
  },
  importStock: async (world, step) => {
    const person = dealerOf(world, step);
    if (person !== null && (await isDealer(world, person))) await importStock(world, person, step);
  },
  undoImport: async (world, step) => {
    for (const person of dealersFrom(world, step)) {
      if (hasNumbers(person) || !(await isDealer(world, person))) continue;
      const { body } = await world.ask(person, "GET /api/dealer/imports", 200);
      const last = z
        .array(z.object({ id: z.string(), revertible: z.boolean() }))
        .parse(body)
        .find(({ revertible }) => revertible);
      if (last === undefined) continue;
      await world.ask(person, `POST /api/dealer/imports/${last.id}/revert`, [202, 409]);
      await world.site.runUntilIdle();
      await syncStock(world, person);
      return;
    }
  },
  bulkEdit: async (world, step) => {
    const person = dealerOf(world, step);
    if (person === null) return;
    const cars = person.cars.filter(({ state }) => state === "active").slice(0, 5);
    if (cars.length === 0) return;
    const ids = cars.map(({ id }) => id);
    const action = pick(["price", "confirm", "archive", "price"], step.b) ?? "price";
    const answer = await world.ask(person, "POST /api/cars/bulk", 200, {
      body: action === "price" ? { action, ids, by: { percent: -3 } } : { action, ids },
    });
    const { results } = z
      .object({
        results: z.array(z.object({ id: z.string(), outcome: z.string(), price: z.number().optional() })),
      })
      .parse(answer.body);
    for (const { id, outcome, price } of results) {
      const car = cars.find((one) => one.id === id);
      if (car === undefined || outcome !== "done") continue;
      if (price !== undefined) {
        // 3 % less, rounded to 50 EUR.
        const expected = Math.min(car.price, Math.floor((car.price * 97 + 2_500) / 5_000) * 50);
        if (price !== expected)
          world.fault(`car ${id} costs ${price} after a cut from ${car.price}, not ${expected}`);
        car.price = price;
        recordMileage(world, car, { mileage: car.mileage });
      }
      if (action === "archive") {
        car.archivedFrom = "active";
        car.state = "archived";
      }
    }
  },
  outwardFeed: async (world, step) => {
    const person = dealerOf(world, step);
    if (person === null || !(await isDealer(world, person))) return;
    const answer = await world.ask(person, "PUT /api/dealer/outward-feeds", 200, {
      body: { enabled: step.b % 4 !== 0 },
    });
    const { enabled, csv, json } = z
      .object({ enabled: z.boolean(), csv: z.string(), json: z.string() })
      .parse(answer.body);
    for (const address of [csv, json])
      await world.ask(null, `GET ${new URL(address).pathname}`, enabled ? 200 : 404);
  },
  // A private address is refused. The other URL is no stock file; the feed is removed before it is fetched.
  stockFeed: async (world, step) => {
    const person = dealerOf(world, step);
    if (person === null || !(await isDealer(world, person))) return;
    const refused = { url: "https://127.0.0.1:22/stoku.csv", everyHours: 24, archiveMissing: false };
    await world.ask(person, "PUT /api/dealer/feed", 400, { body: refused });
    const url = new URL("/api/cars", world.site.publicUrl).href;
    await world.ask(person, "PUT /api/dealer/feed", 200, { body: { ...refused, url } });
    await world.ask(person, "GET /api/dealer/feed", 200);
    await world.ask(person, "DELETE /api/dealer/feed", 204);
  },
} satisfies Record<string, Action>;
