import type { TariffLine, TariffTerms } from "#domain/tariffs/tariff.ts";

const line = (changes: Partial<TariffLine> & Pick<TariffLine, "key" | "label">): TariffLine => ({
  kind: "fixed",
  of: [],
  amount: null,
  certainty: "unconfirmed",
  ...changes,
});

/** The product's tariff, as migration 0012 inserts it. */
export const shippedTariff: TariffTerms = {
  validFrom: "2026-01-01",
  validTo: null,
  maxAgeYears: 10,
  source: { title: "Dogana e Kosovës", url: "https://dogana.rks-gov.net/" },
  checkedOn: "2026-11-23",
  lines: [
    line({
      key: "duty",
      label: "Dogana",
      kind: "percent",
      of: ["value"],
      amount: 10,
      certainty: "official",
    }),
    line({
      key: "duty",
      label: "Dogana",
      kind: "percent",
      of: ["value"],
      when: { euOrigin: true },
      amount: 0,
      certainty: "official",
    }),
    line({
      key: "excise",
      label: "Akciza",
      kind: "table",
      table: [
        { maxAge: 0, maxCc: 2000, amount: 0 },
        { maxAge: 8, maxCc: 2000, amount: 200 },
        { maxAge: 9, maxCc: 2000, amount: 300 },
        { maxAge: 10, maxCc: 2000, amount: 400 },
        { maxAge: 8, maxCc: 3000, amount: 400 },
        { maxAge: 9, maxCc: 3000, amount: 600 },
        { maxAge: 10, maxCc: 3000, amount: 800 },
        { maxAge: 8, maxCc: null, amount: 1000 },
        { maxAge: 9, maxCc: null, amount: 1500 },
        { maxAge: 10, maxCc: null, amount: 1800 },
      ],
    }),
    line({ key: "excise", label: "Akciza", when: { fuel: "Elektrik" }, amount: 0 }),
    line({
      key: "vat",
      label: "TVSH",
      kind: "percent",
      of: ["value", "duty", "excise"],
      amount: 18,
      certainty: "official",
    }),
    line({ key: "road_fee", label: "Taksa rrugore", amount: 40 }),
    line({ key: "eco_fee", label: "Taksa ekologjike", amount: 10 }),
    line({ key: "registration", label: "Regjistrimi" }),
    line({ key: "plates", label: "Targat" }),
    line({ key: "inspection", label: "Kontrolli teknik" }),
  ],
};

/** An invented tariff with other figures: cents, exceptions, and an amount that depends on an unknown one. */
export const otherTariff: TariffTerms = {
  validFrom: "2027-01-01",
  validTo: null,
  maxAgeYears: 15,
  source: { title: "Ligji i ri", url: "https://ligji.example/" },
  checkedOn: "2026-12-20",
  lines: [
    line({ key: "duty", label: "Dogana", kind: "percent", of: ["value"], amount: 7.5 }),
    line({
      key: "duty",
      label: "Dogana",
      kind: "percent",
      of: ["value"],
      when: { euOrigin: true },
      amount: 2.5,
    }),
    line({
      key: "excise",
      label: "Akciza",
      kind: "table",
      table: [
        { maxAge: 5, maxCc: 1600, amount: 99.99 },
        { maxAge: 15, maxCc: 1600, amount: 149.95 },
        { maxAge: 5, maxCc: null, amount: 250.5 },
        { maxAge: 15, maxCc: null, amount: 375.25 },
      ],
    }),
    line({ key: "excise", label: "Akciza", when: { fuel: "Hybrid" }, amount: 60.05 }),
    line({ key: "excise", label: "Akciza", when: { fuel: "Elektrik" }, amount: 0 }),
    line({
      key: "vat",
      label: "TVSH",
      kind: "percent",
      of: ["value", "duty", "excise"],
      amount: 16.5,
      certainty: "official",
    }),
    line({ key: "road_fee", label: "Taksa rrugore", kind: "percent", of: ["value"], amount: 0.25 }),
    line({ key: "eco_fee", label: "Taksa ekologjike", amount: 10.1 }),
    line({ key: "eco_fee", label: "Taksa ekologjike", when: { fuel: "Diesel" }, amount: 35.35 }),
    line({ key: "registration", label: "Regjistrimi", amount: 25, certainty: "official" }),
    line({ key: "plates", label: "Targat" }),
    line({ key: "inspection", label: "Kontrolli teknik", kind: "percent", of: ["plates"], amount: 5 }),
  ],
};
