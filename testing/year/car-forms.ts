import sharp from "sharp";
import { z } from "zod";
import { carTypes, fuels, transmissions } from "#domain/cars/car-lists.ts";
import { locations } from "#domain/places/locations.ts";
import { recordMileage, someVin, unmaskVin } from "./mileage-rule.ts";
import { type ModelCar, type ModelPerson, pick, type World } from "./world.ts";

export const models: readonly (readonly [string, string])[] = [
  ["Volkswagen", "Golf"],
  ["Volkswagen", "Passat"],
  ["Audi", "A4"],
  ["BMW", "320"],
  ["Opel", "Astra"],
  ["Dacia", "Duster"],
  ["Renault", "Clio"],
];

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

/** A photo of this person; the same few serve all of their cars. */
export async function photoOf(world: World, person: ModelPerson): Promise<string | null> {
  const known = person.photos.at(-1);
  // One that no car shows is removed after a day.
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

const descriptions = [
  "",
  "Në gjendje të mirë, e servisuar.",
  "",
  "Para se me ardh me e pa duhet me lan 200 euro kapar.",
  "",
];

export function carForm(a: number, b: number, image: string) {
  const [brand, model] = pick(models, a) ?? ["Audi", "A4"];
  return {
    brand,
    model,
    year: 2008 + (b % 17),
    type: pick(carTypes, a),
    sellerName: "Arta Krasniqi",
    // Some sellers share one, so that a hidden car is followed by its phone.
    sellerPhone: `+383441${10_000 + (b % 40)}`,
    price: 2_000 + (b % 200) * 100,
    mileage: 20_000 + (a % 200) * 1_000,
    fuel: pick(fuels, b),
    transmission: pick(transmissions, a + b),
    location: pick(locations, a),
    description: pick(descriptions, a + b) ?? "",
    images: [image],
  };
}

/** The form of a new car, with a number or without. */
export function newCarForm(world: World, a: number, b: number, image: string) {
  const vin = someVin(world, a, b);
  // As people type it.
  const typed = b % 2 === 0 ? vin : vin?.toLowerCase().replace(/^\w{3}/, "$& ");
  return { ...carForm(a, b, image), ...(typed === undefined ? {} : { vin: typed }) };
}

/** A car as the site answers it to its owner, as far as the model looks. */
export const carView = z.object({
  _id: z.string(),
  price: z.number(),
  mileage: z.number(),
  createdAt: z.string(),
  vin: z.object({ masked: z.string() }).nullable(),
  lowerMileage: z.object({ publicAt: z.string() }).optional(),
});
export type CarView = z.infer<typeof carView>;

/** A car that the site has now. */
export function addCar(
  world: World,
  owner: ModelPerson,
  { _id, price, mileage, createdAt, vin }: CarView,
  facts: { asDealer: boolean; image?: string },
): ModelCar {
  const car: ModelCar = {
    id: _id,
    price,
    mileage,
    vin: null,
    publishedAt: Date.parse(createdAt),
    saidAt: Date.parse(createdAt),
    lower: null,
    note: null,
    decisions: [],
    dismissed: new Set(),
    asDealer: facts.asDealer,
    image: facts.image ?? "",
    owner,
    state: "active",
    archivedFrom: "active",
    hidden: false,
    reporters: new Map(),
  };
  world.cars.push(car);
  owner.cars.push(car);
  recordMileage(world, car, { mileage, vin: unmaskVin(world, vin) ?? undefined });
  return car;
}
