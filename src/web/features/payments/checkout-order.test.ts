import { expect, test } from "vitest";
import { defaultFees } from "#domain/payments/fees.ts";
import { type CheckoutOrder, checkoutKey, readExtrasOrder } from "./checkout-order.ts";

const order: CheckoutOrder = {
  purchase: { carId: "01a1fc5e-4563-756b-9681-90e8125c0f72" },
  car: { name: "Audi A4", facts: null, price: null, photo: null },
  extras: { sponsorshipDays: 7, socialPromotion: true },
  carCount: 1,
  amountInCents: 2_000,
  coupon: null,
  attempt: "abc",
  draftKey: null,
};

test("the idempotency key changes with the extras, the price, the coupon or a closed payment only", () => {
  const key = checkoutKey(order, 0);
  expect(checkoutKey({ ...order, extras: { ...order.extras } }, 0)).toBe(key);
  const others = [
    checkoutKey({ ...order, extras: { sponsorshipDays: 8, socialPromotion: true } }, 0),
    checkoutKey({ ...order, extras: { sponsorshipDays: 7, socialPromotion: false } }, 0),
    checkoutKey({ ...order, amountInCents: 1_700 }, 0),
    checkoutKey({ ...order, attempt: "abd" }, 0),
    checkoutKey(order, 1),
    checkoutKey({ ...order, coupon: { code: "VERA", discountInCents: 100 } }, 0),
  ];
  expect(new Set([key, ...others]).size).toBe(7);
});

const extras = {
  carId: "01a1fc5e-4563-756b-9681-90e8125c0f72",
  name: "Audi A4",
  photo: null,
  sponsorshipDays: 3,
  socialPromotion: true,
  attempt: "abc",
};

test("extras for a car on sale cost their days and the promotion without a listing fee", () => {
  const read = readExtrasOrder({ extrasFor: extras }, defaultFees);
  expect(read?.amountInCents).toBe(1_300);
  expect(read?.purchase).toEqual({ carId: extras.carId });
});

test("days for several cars cost as much for each, and name them all", () => {
  const others = ["01a1fc5e-4563-756b-9681-90e8125c0f73", "01a1fc5e-4563-756b-9681-90e8125c0f74"];
  const read = readExtrasOrder({ extrasFor: { ...extras, socialPromotion: false, others } }, defaultFees);
  expect(read).toMatchObject({
    amountInCents: 900,
    carCount: 3,
    purchase: { carIds: [extras.carId, ...others] },
  });
  expect(read?.car.name).toBe("Audi A4 dhe 2 të tjera");
});

const withCoupon = (discountInCents: number) =>
  readExtrasOrder({ extrasFor: { ...extras, coupon: { code: "VERA", discountInCents } } }, defaultFees);

test("a coupon lowers what extras cost, and one that leaves nothing is no order", () => {
  expect(withCoupon(500)).toMatchObject({ amountInCents: 800, coupon: { code: "VERA" } });
  expect(withCoupon(1_300)).toBeNull();
});

test("a refunded listing fee can be paid again with or without extras", () => {
  const again = { ...extras, sponsorshipDays: 0, socialPromotion: false, listingInCents: 300 };
  expect(readExtrasOrder({ extrasFor: again }, defaultFees)).toMatchObject({ amountInCents: 300 });
  expect(readExtrasOrder({ extrasFor: { ...extras, listingInCents: 300 } }, defaultFees)?.amountInCents).toBe(
    1_600,
  );
});

test.each([
  null,
  {},
  { extrasFor: { ...extras, carId: "x" } },
  { extrasFor: { ...extras, sponsorshipDays: 31 } },
  { extrasFor: { ...extras, sponsorshipDays: 0, socialPromotion: false } },
])("the navigation state %j is no order", (state) => {
  expect(readExtrasOrder(state, defaultFees)).toBeNull();
});
