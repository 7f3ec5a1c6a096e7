import { describe, expect, test } from "vitest";
import type { User } from "#contract/accounts.ts";
import { carMessages } from "#domain/messages/car.ts";
import {
  type CarFormValues,
  editCarValues,
  newCarValues,
  withDraft,
  omitEmptyNewFacts,
} from "./car-form-values.ts";
import { checkCar, firstWrongField } from "./check-car.ts";

const user: User = {
  id: "01977a3e-8b6c-7d2e-9f00-0123456789ab",
  firstName: "Arta",
  lastName: "Krasniqi",
  email: "arta@example.com",
  emailVerified: true,
  phone: "+38344123456",
  isDealer: false,
  isAdmin: false,
  stripeCustomerId: null,
  dealerSubscription: null,
  suspension: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};
const empty = newCarValues(user, new Date("2026-06-01T12:00:00Z"));
const filled: CarFormValues = {
  ...empty,
  brand: "Škoda",
  model: "Octavia",
  type: "Sedan",
  price: 8_500,
  mileage: 187_500,
  fuel: "Diesel",
  location: "Gjilan",
};
const images = ["/photos/01977a3e-8b6c-7d2e-9f00-0123456789ab/960.jpg"];

describe("the car form", () => {
  test("the sell form starts with the specification's defaults and the account's name and phone", () => {
    expect(empty).toMatchObject({
      year: 2026,
      transmission: "Manual",
      condition: "Shumë e mirë",
      sellerName: "Arta Krasniqi",
      sellerPhone: "+383 44 123 456",
    });
  });

  test("an empty fact that older copies do not know is left out, but for one that is emptied", () => {
    const { car } = checkCar({ ...filled, doors: "4/5" }, images);
    if (car === null) throw new Error("the form is filled");
    expect(omitEmptyNewFacts(car, empty)).toMatchObject({ doors: "4/5", origin: car.origin });
    expect(Object.keys(omitEmptyNewFacts(car, empty))).not.toContain("seats");
    expect(omitEmptyNewFacts(car, { ...empty, seats: 7 })).toMatchObject({ doors: "4/5", seats: null });
  });

  test("a filled sell form becomes the car that the API accepts", () => {
    const { car, errors } = checkCar({ ...filled, customsPaid: "false", origin: "" }, images);
    expect(errors).toBeNull();
    expect(car).toMatchObject({
      brand: "Škoda",
      price: 8_500,
      sellerPhone: "+38344123456",
      customsPaid: false,
      negotiable: null,
      origin: null,
      images,
    });
  });

  test("the first reported error is the first in the form's order (specification.md#sell-form)", () => {
    const order: [CarFormValues, string][] = [
      [empty, "brand"],
      [{ ...empty, brand: "Škoda" }, "model"],
      [{ ...empty, brand: "Škoda", model: "Octavia", year: 1900 }, "year"],
      [{ ...filled, type: "", price: null }, "type"],
      [{ ...filled, sellerName: " ", price: null }, "sellerName"],
      [{ ...filled, price: null, mileage: null }, "price"],
      [{ ...filled, mileage: null, fuel: "" }, "mileage"],
      [{ ...filled, fuel: "", location: "" }, "fuel"],
      [{ ...filled, location: "" }, "location"],
      [filled, "images"],
    ];
    for (const [values, field] of order) {
      const { errors } = checkCar(values, []);
      expect(errors && firstWrongField(errors)).toBe(field);
    }
  });

  test("text that is no number is reported as wrong and not as missing", () => {
    const { errors } = checkCar({ ...filled, price: "8500 €", mileage: "shumë" }, images);
    expect(errors).toEqual({ price: carMessages.priceTooLow, mileage: carMessages.mileageNotPositive });
  });

  test("a number of thirty digits is reported as too high", () => {
    const { errors } = checkCar({ ...filled, price: "123456789012345678901234567890" }, images);
    expect(errors).toEqual({ price: carMessages.priceTooHigh });
  });

  test("a draft restores the typed values and drops those that no longer fit the form", () => {
    const values = withDraft(empty, {
      values: {
        brand: "Audi",
        price: 5_000,
        mileage: "rreth 90 mijë",
        year: true,
        equipment: ["towbar", "esp", "gone"],
        nonsense: "x",
      },
      photos: [],
      savedAt: 0,
    });
    expect(values).toEqual({
      ...empty,
      brand: "Audi",
      price: 5_000,
      mileage: "rreth 90 mijë",
      equipment: ["esp", "towbar"],
    });
  });

  test("an edited car that is sent unchanged is the same car", () => {
    const checked = checkCar({ ...filled, reference: " A-101 ", equipment: ["esp", "towbar"] }, images).car;
    expect(checked).toMatchObject({ reference: "A-101", equipment: ["esp", "towbar"] });
    if (checked === null) throw new Error("the filled form is valid");
    const { images: _images, ...fields } = checked;
    const again = editCarValues({
      ...fields,
      doors: fields.doors ?? null,
      firstRegistration: fields.firstRegistration ?? null,
      vin: null,
      seats: fields.seats ?? null,
      equipment: fields.equipment ?? [],
      description: checked.description ?? "",
      _id: user.id,
      number: 10_001,
      user: user.id,
      images,
      photos: [],
      priceBand: null,
      isRecommended: false,
      sold: false,
      soldAt: null,
      deleted: false,
      sponsored: false,
      sponsorshipDays: 0,
      socialPromotion: false,
      createdAt: user.createdAt,
      confirmedAt: user.createdAt,
      listedAt: user.createdAt,
      seller: { id: user.id, name: "Arta Krasniqi", isDealer: false, isVerified: false },
    });
    expect(checkCar(again, images).car).toEqual(checked);
  });
});
