import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtInTariffId, isCheckStale, isOver, openQuestions } from "./tariff-trust.ts";

test("a tariff is stale from the 181st day after its last check on", () => {
  expect(isCheckStale("2026-01-01", "2026-06-30")).toBe(false);
  expect(isCheckStale("2026-01-01", "2026-07-01")).toBe(true);
  expect(isCheckStale("2026-01-01", "2025-01-01")).toBe(false);
});

test("a tariff is over from the day after its last one on, and never without a last one", () => {
  const days = ["2026-12-30", "2026-12-31", "2027-01-01"];
  expect(days.map((today) => isOver({ validTo: "2026-12-31" }, today))).toEqual([false, false, true]);
  expect(isOver({ validTo: null }, "2099-01-01")).toBe(false);
});

test("open questions are lines that nobody confirmed, and those with an amount that nobody knows", () => {
  const line = { key: "duty", label: "Dogana", kind: "fixed", of: [], certainty: "unconfirmed" } as const;
  const cell = { maxAge: null, maxCc: null };
  const lines = [
    { ...line, amount: 10, certainty: "official" as const },
    { ...line, amount: null },
    { ...line, kind: "table" as const, amount: null, table: [{ ...cell, amount: 0 }] },
    { ...line, kind: "table" as const, amount: null, table: [{ ...cell, amount: null }] },
  ];
  expect(openQuestions({ lines })).toEqual({ unconfirmed: 3, unknown: 2 });
});

test("the product's tariff is known by its id in the migration", () => {
  const migration = new URL("../../server/platform/db/migrations/0012_tariffs.sql", import.meta.url);
  expect(readFileSync(migration, "utf8")).toContain(`'${builtInTariffId}'`);
});
