import { expect, test } from "vitest";
import { adminCar } from "./admin-lists.ts";
import { car, carFields, publishCarBody, updateCarBody } from "./cars.ts";

/** A form's answers, and every other key that an owner's or an admin's answer may have. */
const whole = {
  ...Object.fromEntries(
    [...Object.keys(car.shape), ...Object.keys(adminCar.shape)].map((key) => [key, "as it was sent"]),
  ),
  ...Object.fromEntries(Object.keys(carFields.shape).map((key) => [key, null])),
  brand: "Audi",
  model: "A4",
  year: 2018,
  type: "Sedan",
  sellerName: "Arta Gashi",
  sellerPhone: "044 123 456",
  price: 12_500,
  mileage: 150_000,
  fuel: "Diesel",
  transmission: "Manual",
  location: "Prishtinë",
  images: ["/photos/1/960.jpg"],
  sponsored: true,
  sponsorshipDays: 7,
  socialPromotion: false,
};

test("updateCarBody and publishCarBody accept a car as the API answered it and drop the server's fields", () => {
  expect(updateCarBody.safeParse(whole).error?.issues ?? []).toEqual([]);
  expect(publishCarBody.safeParse({ ...whole, paidAmount: 7 }).error?.issues ?? []).toEqual([]);
  expect(Object.keys(updateCarBody.parse(whole)).toSorted()).toEqual(Object.keys(carFields.shape).toSorted());
});

test("updateCarBody and publishCarBody ignore the answer fields of later API versions", () => {
  const later = {
    priceBand: "fair",
    confirmedAt: "2026-11-22",
    listedAt: "2026-11-22",
    hidden: false,
  };
  for (const body of [updateCarBody, publishCarBody]) {
    const { data } = body.safeParse({ ...whole, ...later, version: 3 });
    expect(Object.keys(later).filter((key) => data === undefined || key in data)).toEqual([]);
    expect(data?.sellerPhone).toBe("+38344123456");
  }
});

test("updateCarBody names an unknown field when it refuses it", () => {
  const issues = updateCarBody.safeParse({ ...whole, hobby: 1 }).error?.issues ?? [];
  expect(issues).toMatchObject([{ code: "unrecognized_keys", keys: ["hobby"] }]);
});
