import { z } from "zod";
import type { Action } from "./actions.ts";
import { addCar, carForm, carView, models, newCarForm, photoOf } from "./car-forms.ts";
import { expectVisible } from "./car-rule.ts";
import { isSettled, recordMileage, someVin } from "./mileage-rule.ts";
import type { Step } from "./story.ts";
import { existingPeople, type ModelCar, type ModelPerson, pick, type World } from "./world.ts";

export const validCard = "4242424242424242";
const declinedCard = "4000000000000002";
/** A card that is accepted now and declined at each renewal. */
export const declineAfterAttachCard = "4000000000000341";

/** Pays with a card on the provider's page; true if the card was accepted. */
export async function payOnPage(world: World, checkoutUrl: string, card: string): Promise<boolean> {
  const answer = await fetch(checkoutUrl, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      number: card,
      expiry: "12/45",
      cvc: "123",
      name: "Arta Gashi",
      email: "arta@year.example",
    }),
  });
  await answer.arrayBuffer();
  if (![200, 303, 402, 410, 422].includes(answer.status))
    world.fault(`the card page answered ${answer.status}`);
  return answer.status === 303;
}

const checkout = z.object({ checkoutUrl: z.string(), sessionId: z.string() });
const paidCar = z.object({ car: carView.nullable() });

/** A car that its owner may change, as far as the model knows. */
function ownCar(world: World, step: Step, states: readonly ModelCar["state"][]): ModelCar | null {
  return pick(
    world.cars.filter(({ owner, state }) => owner.alive && !owner.suspended && states.includes(state)),
    step.who + step.a,
  );
}

type Move = "sold" | "unsold" | "archive" | "restore";

/** Changes a car's state and updates the model. Where the model is certain, the request must succeed. */
async function move(world: World, car: ModelCar, event: Move, next: ModelCar["state"]): Promise<void> {
  const request = {
    archive: `DELETE /api/cars/${car.id}`,
    restore: `PUT /api/cars/${car.id}/restore`,
    sold: `PUT /api/cars/${car.id}/sold`,
    unsold: `PUT /api/cars/${car.id}/unsold`,
  }[event];
  const sure = !car.hidden && !world.touchedByMoney.has(car.id) && !car.asDealer;
  const answer = await world.ask(car.owner, request, sure ? [200, 204] : [200, 204, 402, 403, 409]);
  if (answer.status > 204) return;
  if (event === "archive") car.archivedFrom = car.state === "sold" ? "sold" : "active";
  car.state = next;
  await expectVisible(world, car);
}

/** The number that an edit gives, or removes with null. A car with a lower reading keeps its number. */
function otherVin(world: World, car: ModelCar, { a, b }: Step): string | null | undefined {
  if (car.lower !== null) return undefined;
  return b % 4 === 0 ? null : b % 4 === 1 ? someVin(world, a, b) : undefined;
}

async function publish(world: World, person: ModelPerson, step: Step): Promise<void> {
  const { a, b } = step;
  const image = await photoOf(world, person);
  if (image === null) return;
  const form = newCarForm(world, a, b, image);
  const { body } = await world.ask(person, "GET /api/me", 200);
  const { isDealer } = z.object({ isDealer: z.boolean() }).parse(body);
  const answer = await world.ask(person, "POST /api/cars", [201, 402], { body: form });
  if (answer.status === 201) {
    const car = addCar(world, person, carView.parse(answer.body), { asDealer: isDealer, image });
    return expectVisible(world, car);
  }
  if (answer.status !== 402) return;
  const days = b % 4 === 0 ? 7 : 0;
  const social = b % 5 === 0;
  const code = b % 3 === 0 ? pick(world.coupons, a) : null;
  if (code !== null)
    await world.ask(person, "POST /api/payment/coupon", [200, 400, 409], {
      body: { coupon: code, what: "cars" },
    });
  const { fees } = world;
  const order = {
    carData: form,
    amount: fees.listing + days * fees.day + (social ? fees.social : 0),
    sponsorshipDays: days,
    socialPromotion: social,
  };
  // Sends the amount shown; a different one would be refused.
  const opened = await world.ask(person, "POST /api/payment/create-checkout", 200, { body: order });
  if (opened.status !== 200) return;
  const { checkoutUrl, sessionId } = checkout.parse(opened.body);
  if (b % 11 === 0) await payOnPage(world, checkoutUrl, declinedCard);
  if (!(await payOnPage(world, checkoutUrl, validCard))) return;
  const way = b % 2 === 0 ? "POST /api/payment/verify-session" : "POST /api/payment/create-car";
  const verified = await world.ask(null, way, 200, { body: { sessionId } });
  if (verified.status !== 200) return;
  const view = way.endsWith("create-car") ? carView.parse(verified.body) : paidCar.parse(verified.body).car;
  if (view === null) return world.fault("a paid car is not there");
  const car = addCar(world, person, view, { asDealer: false, image });
  await expectVisible(world, car);
}

export const sellerActions = {
  publish: async (world, step) => {
    const people = existingPeople(world).filter(({ suspended }) => !suspended);
    // Dealers publish more than others.
    const dealers = people.filter(({ role }) => role === "dealer");
    const person = pick(step.b % 3 === 0 && dealers.length > 0 ? dealers : people, step.who);
    if (person !== null) await publish(world, person, step);
  },
  edit: async (world, step) => {
    const car = ownCar(world, step, ["active"]);
    if (car === null) return;
    const image = await photoOf(world, car.owner);
    if (image === null) return;
    const form = { ...carForm(step.a, step.b, image), price: car.price };
    const isSure = isSettled(world, car);
    if (!isSure) form.mileage = car.mileage;
    const vin = isSure && car.owner.role === "person" ? otherVin(world, car, step) : undefined;
    // A pending mail would describe the car after the edit.
    if (car.lower !== null) await world.site.runUntilIdle();
    const answer = await world.ask(car.owner, `PUT /api/cars/${car.id}`, [200, 403, 409], {
      body: vin === undefined ? form : { ...form, vin },
    });
    if (answer.status !== 200) return;
    car.image = image;
    recordMileage(world, car, { mileage: form.mileage, vin });
    if (carView.parse(answer.body).price !== car.price)
      world.fault(`car ${car.id} costs ${JSON.stringify(answer.body)} after an edit that left the price`);
  },
  cutPrice: async (world, step) => {
    const car = ownCar(world, step, ["active"]);
    if (car === null) return;
    const answer = await world.ask(car.owner, `GET /api/cars/${car.id}`, 200);
    if (answer.status !== 200) return;
    const present = z.record(z.string(), z.unknown()).parse(answer.body);
    const price = Math.max(500, Math.round(car.price * 0.93));
    const changed = await world.ask(car.owner, `PUT /api/cars/${car.id}`, [200, 409], {
      body: { ...present, price },
    });
    if (changed.status !== 200) return;
    car.price = price;
    recordMileage(world, car, { mileage: car.mileage });
  },
  sell: async (world, step) => {
    const car = ownCar(world, step, ["active"]);
    if (car !== null) await move(world, car, "sold", "sold");
  },
  unsell: async (world, step) => {
    const car = ownCar(world, step, ["sold"]);
    if (car !== null) await move(world, car, "unsold", "active");
  },
  archive: async (world, step) => {
    const car = ownCar(world, step, ["active", "sold"]);
    if (car !== null) await move(world, car, "archive", "archived");
  },
  restore: async (world, step) => {
    const car = ownCar(world, step, ["archived"]);
    if (car !== null) await move(world, car, "restore", car.archivedFrom);
  },
  confirm: async (world, step) => {
    const car = ownCar(world, step, ["active"]);
    if (car !== null) await world.ask(car.owner, `POST /api/cars/${car.id}/confirm`, [200, 409]);
  },
  sponsor: async (world, step) => {
    const car = ownCar(world, step, ["active"]);
    if (car === null || car.hidden) return;
    const days = 1 + (step.b % 10);
    const others = car.owner.cars.filter(
      ({ id, state, hidden }) => id !== car.id && state === "active" && !hidden,
    );
    const several = step.a % 3 === 0 ? [car, ...others].slice(0, 3) : [];
    const cars = several.length > 1 ? { carIds: several.map(({ id }) => id) } : { carId: car.id };
    const amount = days * world.fees.day * Math.max(1, several.length > 1 ? several.length : 1);
    const opened = await world.ask(car.owner, "POST /api/payment/create-checkout", [200, 409, 404], {
      body: { ...cars, amount, sponsorshipDays: days, socialPromotion: false },
    });
    if (opened.status !== 200) return;
    const { checkoutUrl, sessionId } = checkout.parse(opened.body);
    // If the payer closes the window, the webhook settles it.
    if (!(await payOnPage(world, checkoutUrl, validCard)) || step.b % 3 === 0) return;
    await world.ask(null, "POST /api/payment/verify-session", 200, { body: { sessionId } });
  },
  abandonPayment: async (world, step) => {
    const car = ownCar(world, step, ["active"]);
    if (car === null || car.hidden) return;
    await world.ask(car.owner, "POST /api/payment/create-checkout", [200, 409, 404], {
      body: { carId: car.id, amount: 3 * world.fees.day, sponsorshipDays: 3, socialPromotion: false },
    });
  },
  readOwn: async (world, step) => {
    const person = pick(existingPeople(world), step.who);
    if (person === null) return;
    for (const request of ["GET /api/cars/my?limit=100", "GET /api/cars/archived?limit=100"]) {
      const { body } = await world.ask(person, request, 200);
      const views = new Map(
        carView
          .array()
          .parse(body)
          .map((view) => [view._id, view]),
      );
      const archived = request.includes("archived");
      for (const car of person.cars) {
        const view = views.get(car.id);
        if (view !== undefined && (view.lowerMileage === undefined) !== (car.lower === null))
          world.fault(`${request} of ${person.email} is wrong about the lower mileage of ${car.id}`);
        if (car.state === "deleted" || world.touchedByMoney.has(car.id) || person.cars.length > 90) continue;
        if ((car.state === "archived") === archived && view === undefined)
          world.fault(`${request} of ${person.email} lacks ${car.id} (${car.state})`);
      }
    }
    const history = await world.ask(person, "GET /api/payment/history", 200);
    const payments = z
      .array(z.object({ documents: z.array(z.object({ id: z.string() })) }))
      .parse(history.body);
    const [document] = payments.flatMap(({ documents }) => documents);
    if (document !== undefined && step.b % 4 === 0)
      await world.ask(person, `GET /api/payment/invoices/${document.id}`, 200);
    const car = pick(
      person.cars.filter(({ state }) => state !== "deleted"),
      step.a,
    );
    if (car !== null) await world.ask(person, `GET /api/cars/${car.id}/stats?days=30`, 200);
  },
  suggestModel: async (world, step) => {
    const person = pick(
      existingPeople(world).filter(({ suspended }) => !suspended),
      step.who,
    );
    if (person === null) return;
    const [brand] = pick(models, step.a) ?? ["Audi"];
    await world.ask(person, "POST /api/car-models/models", [200, 201], {
      body: { brand, model: `Modeli ${String.fromCharCode(65 + (step.b % 26))}${step.b % 9}` },
    });
  },
} satisfies Record<string, Action>;
