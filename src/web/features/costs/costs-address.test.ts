import { expect, test } from "vitest";
import { carOfCosts, typedCosts } from "./costs-address.ts";

const read = (query: string) => carOfCosts(typedCosts(new URLSearchParams(query)));

test("the address of /dogana is read with numbers as people write them", () => {
  expect(read("price=12.500&engineCc=1.968&year=2021&fuel=Diesel&euOrigin=true&x=1").car).toEqual({
    price: 12_500,
    engineCc: 1_968,
    year: 2021,
    fuel: "Diesel",
    euOrigin: true,
    date: null,
  });
});

test("what is missing or wrong in the address of /dogana is named by field", () => {
  const { errors } = read("price=falas&year=1800&fuel=Diesel");
  expect(Object.keys(errors ?? {})).toEqual(["price", "year", "engineCc"]);
});
