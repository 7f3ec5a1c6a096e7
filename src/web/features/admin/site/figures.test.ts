import { describe, expect, it } from "vitest";
import { changesOf } from "./audit-changes.ts";
import { daysAgo, formatMoment } from "#web/lib/moments.ts";
import { formatBytes } from "./sizes.ts";

describe("moments", () => {
  it("moments are shown in Kosovo time in winter and in summer", () => {
    expect(formatMoment("2026-11-21T23:30:00.000Z")).toBe("22.11.2026, 00:30");
    expect(formatMoment("2026-08-03T12:05:00.000Z")).toBe("03.08.2026, 14:05");
  });

  it("days ago are counted from today in Kosovo, across months and years", () => {
    expect(daysAgo(0, new Date("2026-11-21T23:30:00Z"))).toBe("2026-11-22");
    expect(daysAgo(1, new Date("2026-03-01T12:00:00Z"))).toBe("2026-02-28");
    expect(daysAgo(364, new Date("2027-01-10T12:00:00Z"))).toBe("2026-01-11");
  });
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [1_250_000, "1,3 MB"],
  [99_960_000, "100 MB"],
  [999_700_000, "1 GB"],
  [1_234_567_890_123, "1,2 TB"],
])("%d bytes are shown as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

describe("changes of the audit log", () => {
  it("a change in the audit log names the field with its old and new value", () => {
    expect(
      changesOf(
        { price: 12_000, year: 2016, sold: false, phone: null, eurRate: 0.9 },
        { price: 11_500, year: 2017, sold: true, phone: "+38344123456", eurRate: 0.86 },
      ),
    ).toMatchObject([
      { field: "Çmimi (€)", before: "12.000", after: "11.500" },
      { field: "Viti", before: "2016", after: "2017" },
      { field: "E shitur", before: "Jo", after: "Po" },
      { field: "Telefoni", before: null, after: "+38344123456" },
      { field: "Kursi në fatura: euro për një dollar", before: "0,9", after: "0,86" },
    ]);
  });

  it("a deletion in the audit log lists the old values, and unknown fields appear by their name", () => {
    expect(changesOf({ odd: { a: [1] } }, null)).toEqual([
      { field: "odd", before: '{"a":[1]}', after: null, fact: true },
    ]);
    expect(changesOf(null, null)).toEqual([]);
  });

  it("a change in the audit log is described with its context in readable words", () => {
    expect(
      changesOf({ state: "open", reason: "fraud", brand: "Dacia" }, { state: "dismissed", brand: "Dacia" }),
    ).toEqual([
      { field: "Gjendja", before: "i hapur", after: "pa shkelje", fact: false },
      { field: "Arsyeja", before: "Mashtrim ose çmim i pabesueshëm", after: null, fact: true },
      { field: "Marka", before: "Dacia", after: "Dacia", fact: true },
    ]);
    expect(changesOf({ model: "open" }, { model: null })).toEqual([
      { field: "Modeli", before: "open", after: null, fact: false },
    ]);
  });
});
