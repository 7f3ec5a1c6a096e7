import { expect, test } from "vitest";
import { carWords } from "./car-words.ts";

const bmw = {
  brand: "BMW",
  model: "3 Series",
  type: "Sedan",
  fuel: "Diesel",
  transmission: "Automatik",
  location: "Gjilan",
  color: null,
  description: "Veturë e ruajtur. Çelësi te Artani, 044 123 456.",
  registeredEnd: null,
  power: null,
  engineSize: null,
  equipment: ["camera360", "fourWheelDrive"] as const,
  seats: null,
};

test("A car is found by the words of its title, facts, text and equipment, and by no phone number", () => {
  const { text } = carWords(bmw);
  expect(text).toEqual(
    expect.arrayContaining(["bmw", "series", "3series", "automatik", "gjilan", "ruajtur", "kamera"]),
  );
  expect(text.join(" ")).not.toMatch(/044|123456/);
});

const seats = (car: { seats: number | null; description: string }) =>
  [...carWords({ ...bmw, ...car }).features].filter((id) => id.startsWith("seats:"));

test("The number of seats that was given decides, the text where none was", () => {
  expect(seats({ seats: null, description: "Me 7 ulëse." })).toEqual(["seats:7"]);
  expect(seats({ seats: 7, description: "Shumë hapësirë." })).toEqual(["seats:7"]);
  expect(seats({ seats: 5, description: "Ka edhe version me 7 ulëse." })).toEqual(["seats:5"]);
});

test("Equipment says a car's features, but not its engine", () => {
  const { features } = carWords(bmw);
  expect(features).toContain("awd");
  expect([...features].filter((id) => id.startsWith("engine:"))).toEqual([]);
});
