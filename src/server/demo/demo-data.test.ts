import { readdir, readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { carFields } from "#contract/cars.ts";
import { carColors } from "#domain/cars/car-colors.ts";
import { carTypes, fuels, origins } from "#domain/cars/car-lists.ts";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { locations } from "#domain/places/locations.ts";
import { judgePicture } from "#server/market/photos/judge-picture.ts";
import { plainSeller, readDemoData } from "./demo-data.ts";
import { dealPictures } from "./demo-photos.ts";
import { carPictureKey, photoSets, pictureFile, pictureKeys, type PhotoSet } from "./picture-pool.ts";
import { monthAfter } from "./demo-rows.ts";

const { cars, sellers } = readDemoData();
const pictures = dealPictures(cars);

describe("the demo's cars", () => {
  test("each demo car passes the validation of the publishing form", () => {
    const refused = cars.flatMap((car, i) => {
      const seller = sellers[car.seller];
      const result = carFields.safeParse({
        brand: car.brand,
        model: car.model,
        year: car.year,
        type: car.type,
        sellerName: seller?.businessName ?? `${seller?.firstName} ${seller?.lastName}`,
        sellerPhone: seller?.phone,
        price: car.price,
        mileage: car.mileage,
        fuel: car.fuel,
        origin: car.origin,
        transmission: car.transmission,
        condition: car.condition,
        location: car.location,
        description: car.description,
        images: pictures[i]?.keys,
        customsPaid: car.customsPaid,
        registeredUntil:
          car.registeredMonths === null ? null : monthAfter(new Date("2026-11-21"), car.registeredMonths),
        engineSize: car.engineSize,
        power: car.power,
        color: pictures[i]?.color,
        negotiable: car.negotiable,
        equipment: car.equipment,
      });
      return result.success ? [] : [{ car, issues: result.error.issues }];
    });
    expect(refused).toEqual([]);
    expect(cars).toHaveLength(600);
  });

  test("the demo cars cover every town, type, fuel and origin, with models of the catalogue", () => {
    expect(new Set(cars.map((car) => car.location))).toEqual(new Set(locations));
    expect(new Set(cars.map((car) => car.type))).toEqual(new Set(carTypes));
    expect(new Set(cars.map((car) => car.fuel))).toEqual(new Set(fuels));
    expect(new Set(cars.map((car) => car.origin))).toEqual(new Set(origins));
    const unknown = cars.filter((car) => carCatalogue[car.brand]?.includes(car.model) !== true);
    expect(unknown.map((car) => `${car.brand} ${car.model}`)).toEqual([]);
  });

  test("the plain demo user has a car in each state, and each dealer has several", () => {
    const own = cars.filter((car) => car.seller === plainSeller);
    expect(new Set(own.map((car) => car.state))).toEqual(new Set(["active", "sold", "archived"]));
    expect(sellers[plainSeller]?.businessName).toBeNull();
    const dealers = sellers.flatMap((seller, i) => (seller.businessName === null ? [] : [i]));
    expect(dealers.length).toBeGreaterThan(20);
    for (const i of dealers) expect(cars.filter((car) => car.seller === i).length).toBeGreaterThanOrEqual(3);
  });

  test("each demo car's engine size and power fit its fuel", () => {
    for (const car of cars) {
      if (car.fuel === "Elektrik") expect(car.engineSize).toBeNull();
      if (car.engineSize !== null) expect(car.engineSize).toBeGreaterThan(600);
      if (car.power !== null) expect(car.power).toBeGreaterThan(35);
    }
  });
});

describe("the pictures of the demo's cars", () => {
  const known = new Set(pictureKeys);

  test("each picture of the pool is a file of 1280 x 960 and each file a picture of the pool, 10 MB at most", async () => {
    const files = await readdir(new URL(".", pictureFile("any")));
    expect(files.toSorted()).toEqual(pictureKeys.map((key) => `${key}.webp`).toSorted());
    let bytes = 0;
    for (const key of pictureKeys) {
      const file = await readFile(pictureFile(key));
      bytes += file.length;
      const verdict = judgePicture(file);
      expect(verdict, key).toMatchObject({ ok: true, kind: "webp", width: 1280, height: 960 });
    }
    expect(bytes).toBeLessThan(10_000_000);
  });

  // A patch where every body has its doors when it is seen from the side.
  test.each<[PhotoSet["paint"], (red: number, green: number, blue: number) => boolean]>([
    ["red", (red, green, blue) => red > 1.5 * green && red > 1.5 * blue],
    ["blue", (red, green, blue) => blue > 1.2 * green && blue > 1.3 * red],
    ["orange", (red, green, blue) => red > green && green > blue && red > 1.5 * blue],
    ["white", (red, green, blue) => Math.min(red, green, blue) > 150],
    ["black", (red, green, blue) => Math.max(red, green, blue) < 110],
  ])("the pictures of %s cars show that colour", async (paint, isOfIt) => {
    const sets = photoSets.filter((one) => one.paint === paint);
    expect(sets.length).toBeGreaterThan(0);
    for (const photoSet of sets) {
      const door = await sharp(pictureFile(carPictureKey(photoSet, "side")).pathname)
        .extract({ left: 600, top: 560, width: 60, height: 40 })
        .toBuffer();
      const { channels } = await sharp(door).stats();
      const [red = 0, green = 0, blue = 0] = channels.map((channel) => channel.mean);
      expect(isOfIt(red, green, blue), `${photoSet.body}: ${red} ${green} ${blue}`).toBe(true);
    }
  });

  test("each demo car has four to eight different pictures and an outside view first", () => {
    for (const { keys } of pictures) {
      expect(keys.length).toBeGreaterThanOrEqual(4);
      expect(keys.length).toBeLessThanOrEqual(8);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => !known.has(key))).toEqual([]);
      expect(keys[0]).toMatch(/-(front|side)$/);
    }
  });

  test("each demo car's pictures show its colour, which is in the form's list", () => {
    expect(pictures.filter(({ color }) => !carColors.includes(color))).toEqual([]);
  });

  test("demo cars of one type that are next to each other in the list look different", () => {
    const firsts = cars.flatMap((car, i) => (car.type === "SUV" ? [pictures[i]?.keys[0]] : []));
    const repeats = firsts.filter((key, i) => i > 0 && key === firsts[i - 1]);
    expect(repeats).toEqual([]);
  });

  test("every picture set of the pool is used by a demo car", () => {
    const shown = new Set(pictures.flatMap(({ keys }) => keys));
    for (const { body, paint } of photoSets)
      expect([...shown].some((key) => key.startsWith(`${body}-${paint}-`))).toBe(true);
  });
});
