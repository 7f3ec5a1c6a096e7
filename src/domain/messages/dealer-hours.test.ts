import { expect, test } from "vitest";
import { openStateText } from "./dealer-hours.ts";

const say = (isOpen: boolean, days?: number, time = "09:00") =>
  openStateText({
    isOpen,
    today: "monday",
    until: days === undefined ? null : { days, weekday: days === 1 ? "tuesday" : "friday", time },
  });

test("a dealer's page says in plain words whether it is open and what comes next", () => {
  expect([say(true), say(true, 0, "18:00"), say(true, 1, "02:00"), say(true, 0, "24:00")]).toEqual([
    "Hapur tani",
    "Hapur tani, deri në 18:00",
    "Hapur tani, deri nesër në 2:00",
    "Hapur tani, deri në 24:00",
  ]);
  expect([say(false), say(false, 0, "14:00"), say(false, 1), say(false, 4)]).toEqual([
    "Mbyllur tani",
    "Mbyllur tani, hapet sot në 14:00",
    "Mbyllur tani, hapet nesër në 9:00",
    "Mbyllur tani, hapet të premten në 9:00",
  ]);
});
