import { expect, test } from "vitest";
import { carOfValues, typedValues } from "./value-address.ts";

const typed = (query: string) => typedValues(new URLSearchParams(query));

test("the address of /vlera is read with numbers as people write them", () => {
  const { car } = carOfValues(
    typed("brand=Audi&model=A4&year=2015&mileage=180.000&fuel=Diesel&power=110&customsPaid=false&x=1"),
  );
  expect(car).toMatchObject({ brand: "Audi", model: "A4", year: 2015, mileage: 180_000, power: 110 });
  expect(car).toMatchObject({ customsPaid: false, condition: null, price: null });
});

test("what is missing or wrong in the address of /vlera is named by field", () => {
  const { errors } = carOfValues(typed("brand=Traktor&year=1900&mileage=shum%C3%AB&fuel=Diesel"));
  expect(Object.keys(errors ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "brand",
    "mileage",
    "model",
    "year",
  ]);
});
