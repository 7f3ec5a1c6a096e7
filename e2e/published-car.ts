import sharp from "sharp";
import { expect } from "./fixtures.ts";
import { type WithRequest, registerAccount } from "./people.ts";

/** A car that this test published and may change. */
export interface PublishedCar {
  id: string;
  /** A unique word in its description, short enough for the search. */
  word: string;
  /** The request body that published it. */
  fields: Record<string, unknown>;
}

let count = 0;

/** A unique identification number, which ends in 1234; its middle part must not be readable anywhere. */
export function newVin(): string {
  return `UU1${Date.now().toString().slice(-10)}1234`;
}

/** Registers an account in the page's session and publishes its free car with two photos, through the API. */
export async function registerAndPublishCar(
  page: WithRequest,
  change: Record<string, unknown> = {},
): Promise<PublishedCar> {
  await registerAccount(page);
  return publishCar(page, change);
}

/** The same for the account that is signed in already. */
export async function publishCar(
  page: WithRequest,
  change: Record<string, unknown> = {},
): Promise<PublishedCar> {
  const images = [await uploadPhoto(page, "#244aa5"), await uploadPhoto(page, "#17714a")];
  count += 1;
  const word = `fjalë${process.pid}x${Date.now()}x${count}`;
  const fields = {
    brand: "Dacia",
    model: "Duster",
    year: 2019,
    type: "SUV",
    sellerName: "Arta Krasniqi",
    sellerPhone: "044 765 432",
    price: 13_900,
    mileage: 84_000,
    fuel: "Diesel",
    transmission: "Manual",
    location: "Istog",
    description: `Shitet vetura e familjes, ${word}, telefononi në 044 765 432.`,
    customsPaid: true,
    engineSize: 1461,
    power: 80,
    images,
    ...change,
  };
  const answer = await page.request.post("/api/cars", { data: fields });
  expect(answer.status(), await answer.text()).toBe(201);
  const car: unknown = await answer.json();
  const id = typeof car === "object" && car !== null && "_id" in car ? String(car._id) : "";
  return { id, word, fields };
}

/** Uploads a picture of one colour; returns its URL. */
export async function uploadPhoto(page: WithRequest, colour: string): Promise<string> {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const answer = await page.request.post("/api/photos", {
    multipart: { photo: { name: "vetura.jpg", mimeType: "image/jpeg", buffer } },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const photo: unknown = await answer.json();
  return typeof photo === "object" && photo !== null && "url" in photo ? String(photo.url) : "";
}
