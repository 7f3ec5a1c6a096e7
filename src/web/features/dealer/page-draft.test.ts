import { expect, test } from "vitest";
import { dealerPageBody } from "#contract/dealer-page.ts";
import { weekdays } from "#domain/dealers/opening-hours.ts";
import { bodyOf, draftOf, withBreak, withoutBreak } from "./page-draft.ts";

const usual = [{ from: "09:00", to: "18:00" }];
const nights = [
  { from: "00:00", to: "02:00" },
  { from: "20:00", to: "24:00" },
];
const hours = {
  monday: usual,
  tuesday: usual,
  wednesday: [],
  thursday: [],
  friday: nights,
  saturday: nights,
  sunday: usual,
};
const page = { address: "Rr. A 1", phone: "+38344123456", hours };

test("a page goes into the form and out of it as it was", () => {
  expect(dealerPageBody.parse(bodyOf(draftOf(page)))).toEqual(page);
  const nothing = { address: null, phone: null, hours: null };
  expect(dealerPageBody.parse(bodyOf(draftOf(nothing)))).toEqual(nothing);
});

test("a day like the one above says so, and follows it", () => {
  const draft = draftOf(page);
  expect(weekdays.map((weekday) => draft[weekday].state)).toEqual([
    "open",
    "same",
    "closed",
    "closed",
    "open",
    "same",
    "open",
  ]);
  draft.monday.from = "08:00";
  const changed = [{ from: "08:00", to: "18:00" }];
  expect(bodyOf(draft).hours).toEqual({ ...hours, monday: changed, tuesday: changed });
});

test("hours that were never given are typed once for all days but Sunday", () => {
  const draft = { ...draftOf({ address: null, phone: null, hours: null }), hasHours: true };
  draft.monday.to = "17:00";
  const day = [{ from: "09:00", to: "17:00" }];
  expect(Object.values(bodyOf(draft).hours ?? {})).toEqual([day, day, day, day, day, day, []]);
});

test("a break is put around noon and taken away again", () => {
  const { monday } = draftOf(page);
  const broken = withBreak(monday);
  expect(broken).toMatchObject({ from: "09:00", to: "12:00", fromAgain: "13:00", toAgain: "18:00" });
  expect(withoutBreak(broken)).toMatchObject({ hasBreak: false, from: "09:00", to: "18:00" });
  const evening = { ...monday, from: "16:00", to: "24:00" };
  expect(withBreak(evening)).toMatchObject({ to: "24:00", fromAgain: "", toAgain: "" });
  expect(withoutBreak(withBreak(evening))).toMatchObject({ to: "24:00" });
});
