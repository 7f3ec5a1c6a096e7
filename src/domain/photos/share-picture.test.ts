import { expect, test } from "vitest";
import { type SharedCar, sharePicturePath } from "./share-picture.ts";

const car: SharedCar = {
  _id: "01890000-0000-7000-8000-000000000001",
  brand: "Škoda",
  model: "Octavia",
  year: 2018,
  price: 12_500,
  mileage: 145_000,
  fuel: "Diesel",
  transmission: "Automatik",
  location: "Fushë Kosovë",
  sold: false,
  photos: [{ id: "a" }, { id: "b" }],
};

test("the address of a share picture changes exactly when the drawn content changes", () => {
  const changes: Partial<SharedCar>[] = [
    { brand: "Seat" },
    { model: "Octavia Combi" },
    { year: 2019 },
    { price: 12_501 },
    { mileage: 145_001 },
    { fuel: "Benzinë" },
    { transmission: "Manual" },
    { location: "Lipjan" },
    { sold: true },
    { photos: [{ id: "b" }, { id: "a" }] },
    { photos: [] },
  ];
  const paths = [{}, ...changes].map((change) => sharePicturePath({ ...car, ...change }));
  expect(new Set(paths).size).toBe(paths.length);
  expect(sharePicturePath({ ...car, photos: [{ id: "a" }, { id: "c" }] })).toBe(sharePicturePath(car));
  for (const path of paths) expect(path).toMatch(/^\/og\/01890000-[0-9a-f-]{27}\/[0-9a-z]{1,14}\.jpg$/);
});
