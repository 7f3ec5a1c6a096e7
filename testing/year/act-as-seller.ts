import sharp from "sharp";
import { z } from "zod";
import { carTypes, fuels, transmissions } from "#domain/cars/car-lists.ts";
import { locations } from "#domain/places/locations.ts";
import type { Action } from "./actions.ts";
import { expectVisible } from "./car-rule.ts";
import type { Step } from "./story.ts";
import { living, type ModelCar, type ModelPerson, pick, type World } from "./world.ts";

const models: readonly (readonly [string, string])[] = [
  ["Volkswagen", "Golf"],
  ["Volkswagen", "Passat"],
  ["Audi", "A4"],
  ["BMW", "320"],
  ["Opel", "Astra"],
  ["Dacia", "Duster"],
  ["Renault", "Clio"],
];
export const goodCard = "4242424242424242";
const declinedCard = "4000000000000002";
/** A card that is accepted now and declined at each renewal. */
export const failsLater = "4000000000000341";

let picture: Uint8Array<ArrayBuffer> | null = null;

async function smallPicture(): Promise<Uint8Array<ArrayBuffer>> {
  picture ??= new Uint8Array(
    await sharp({ create: { width: 64, height: 48, channels: 3, background: "#3366cc" } })
      .jpeg()
      .toBuffer(),
  );
  return picture;
}

const uploaded = z.object({ url: z.string() });

/** A photo of this person, reused for all of their cars. */
export async function photoOf(world: World, person: ModelPerson): Promise<string | null> {
  const known = person.photos.at(-1);
  // A photo that no car shows is deleted after a day.
  if (known !== undefined && person.cars.some(({ state, image }) => state !== "deleted" && image === known))
    return known;
  const answer = await world.ask(person, "POST /api/photos", [200, 201], {
    raw: await smallPicture(),
    headers: { "content-type": "image/jpeg" },
  });
  if (answer.status > 201) return null;
  const { url } = uploaded.parse(answer.body);
  person.photos.push(url);
  return url;
}

export function carForm(a: number, b: number, image: string) {
  const [brand, model] = pick(models, a) ?? ["Audi", "A4"];
  return {
    brand,
    model,
    year: 2008 + (b % 17),
    type: pick(carTypes, a),
    sellerName: "Arta Krasniqi",
    sellerPhone: "+38344123456",
    price: 2_000 + (b % 200) * 100,
    mileage: 20_000 + (a % 200) * 1_000,
    fuel: pick(fuels, b),
    transmission: pick(transmissions, a + b),
    location: pick(locations, a),
    description: a % 3 === 0 ? "Në gjendje të mirë, e servisuar." : "",
    images: [image],
  };
}

const carView = z.object({ _id: z.string(), price: z.number(), sold: z.boolean(), deleted: z.boolean() });

export function addCar(
  world: World,
  owner: ModelPerson,
  facts: { id: string; price: number; asDealer: boolean; image?: string },
): ModelCar {
  const car: ModelCar = {
    ...facts,
    image: facts.image ?? "",
    owner,
    state: "active",
    archivedFrom: "active",
    hidden: false,
    reporters: new Map(),
  };
  world.cars.push(car);
  owner.cars.push(car);
  return car;
}

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
  const request = event === "archive" ? `DELETE /api/cars/${car.id}` : `PUT /api/cars/${car.id}/${event}`;
  const sure = !car.hidden && !world.touchedByMoney.has(car.id) && !car.asDealer;
  const answer = await world.ask(car.owner, request, sure ? [200, 204] : [200, 204, 402, 403, 409]);
  if (answer.status > 204) return;
  if (event === "archive") car.archivedFrom = car.state === "sold" ? "sold" : "active";
  car.state = next;
  await expectVisible(world, car);
}

async function publish(world: World, person: ModelPerson, step: Step): Promise<void> {
  const { a, b } = step;
  const image = await photoOf(world, person);
  if (image === null) return;
  const form = carForm(a, b, image);
  const { body } = await world.ask(person, "GET /api/me", 200);
  const { isDealer } = z.object({ isDealer: z.boolean() }).parse(body);
  const answer = await world.ask(person, "POST /api/cars", [201, 402], { body: form });
  if (answer.status === 201) {
    const { _id: id, price } = carView.parse(answer.body);
    const car = addCar(world, person, { id, price, asDealer: isDealer, image });
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
  if (!(await payOnPage(world, checkoutUrl, goodCard))) return;
  const way = b % 2 === 0 ? "verify-session" : "create-car";
  const verified = await world.ask(null, `POST /api/payment/${way}`, 200, { body: { sessionId } });
  if (verified.status !== 200) return;
  const view = way === "create-car" ? carView.parse(verified.body) : paidCar.parse(verified.body).car;
  if (view === null) return world.fault("a paid car is not there");
  const car = addCar(world, person, { id: view._id, price: view.price, asDealer: false, image });
  await expectVisible(world, car);
}

export const sellerActions = {
  publish: async (world, step) => {
    const people = living(world).filter(({ suspended }) => !suspended);
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
    const answer = await world.ask(car.owner, `PUT /api/cars/${car.id}`, [200, 403, 409], { body: form });
    if (answer.status === 200) car.image = image;
    if (answer.status === 200 && carView.parse(answer.body).price !== car.price)
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
    if (changed.status === 200) car.price = price;
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
    if (!(await payOnPage(world, checkoutUrl, goodCard)) || step.b % 3 === 0) return;
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
    const person = pick(living(world), step.who);
    if (person === null) return;
    for (const path of ["cars/my", "cars/archived"]) {
      const { body } = await world.ask(person, `GET /api/${path}?limit=100`, 200);
      const ids = new Set(
        z
          .array(z.object({ _id: z.string() }))
          .parse(body)
          .map(({ _id }) => _id),
      );
      const archived = path === "cars/archived";
      for (const car of person.cars) {
        if (car.state === "deleted" || world.touchedByMoney.has(car.id) || person.cars.length > 90) continue;
        if ((car.state === "archived") === archived && !ids.has(car.id))
          world.fault(`${path} of ${person.email} lacks ${car.id} (${car.state})`);
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
      living(world).filter(({ suspended }) => !suspended),
      step.who,
    );
    if (person === null) return;
    const [brand] = pick(models, step.a) ?? ["Audi"];
    await world.ask(person, "POST /api/car-models/models", [200, 201], {
      body: { brand, model: `Modeli ${String.fromCharCode(65 + (step.b % 26))}${step.b % 9}` },
    });
  },
} satisfies Record<string, Action>;
