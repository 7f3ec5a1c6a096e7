import { expect, test } from "vitest";
import type { AdminSettings } from "#contract/settings.ts";
import { changedLines, readTyped, typedSettings } from "./settings-values.ts";

const settings: AdminSettings = {
  fees: { listing: 3, sponsorshipPerDay: 1, socialPromotion: 10, subscription: 50 },
  limits: { photos: 10, sponsorshipDays: 30 },
  company: { name: "Vetura", address: "Prishtinë", businessNumber: "", fiscalNumber: "", vatNumber: null },
  contacts: { email: "info@vetura.example", phone: "+383 38 000 000" },
  texts: { terms: null, privacy: null, imprint: null },
  socialLinks: { facebook: "https://facebook.com/x", instagram: null, tiktok: null },
  eurRate: 0.92,
  version: 1,
  changedAt: "2026-11-23T12:00:00.000Z",
  changedBy: null,
};

test("what the form shows is what it sends back", () => {
  const { version: _, changedAt: __, changedBy: ___, ...form } = settings;
  expect(readTyped(typedSettings(settings)).body).toEqual(form);
  expect(typedSettings(settings).eurRate).toBe("0,92");
});

test.each([
  ["4,5", 4.5],
  ["$ 4.50", 4.5],
  ["0", 0],
  ["1.000", 1_000],
])("a fee typed as %s is read", (typed, fee) => {
  expect(readTyped({ ...typedSettings(settings), listing: typed }).body?.fees.listing).toBe(fee);
});

test.each(["", "abc", "-1", "1e9", "4.555"])("a fee typed as %j is refused at its field", (typed) => {
  expect(Object.keys(readTyped({ ...typedSettings(settings), listing: typed }).errors ?? {})).toEqual([
    "listing",
  ]);
});

test("of two texts the lines that came and went are told", () => {
  expect(changedLines("a\n\nb\nc", "a\nd\nc")).toEqual({ removed: ["b"], added: ["d"] });
});
