import { expect, test } from "vitest";
import { dayText } from "#domain/format/day-of.ts";
import { sumOfLeads } from "./leads.ts";

test("the leads chart writes days as people in Kosovo do", () => {
  expect(dayText("2026-11-03")).toBe("03.11.");
});

test("the leads chart sums the leads and names the first of the best days", () => {
  const leads = [
    { day: "2026-11-01", count: 1 },
    { day: "2026-11-02", count: 4 },
    { day: "2026-11-03", count: 4 },
  ];
  expect(sumOfLeads(leads)).toEqual({ total: 9, bestDay: "02.11." });
  expect(sumOfLeads([{ day: "2026-11-01", count: 0 }])).toEqual({ total: 0, bestDay: null });
});
