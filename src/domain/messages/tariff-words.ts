import { formatAmount, formatDate, formatEngineSize, formatEuroCents } from "#domain/format/format.ts";
import type {
  Certainty,
  CostBase,
  CostKey,
  TariffCell,
  TariffLine,
  TariffTerms,
} from "#domain/tariffs/tariff.ts";

/** Default labels of a tariff's lines. */
export const costLabels = {
  duty: "Dogana",
  excise: "Akciza",
  vat: "TVSH",
  road_fee: "Taksa rrugore",
  eco_fee: "Taksa ekologjike",
  registration: "Regjistrimi",
  plates: "Targat",
  inspection: "Kontrolli teknik",
} as const satisfies Record<CostKey, string>;

export const baseLabels: Readonly<Record<CostBase, string>> = { value: "Çmimi", ...costLabels };

const unknown = "nuk dihet";
const euro = (amount: number | null): string => (amount === null ? unknown : formatEuroCents(amount));

const cellLimits = ({ maxAge, maxCc }: TariffCell): string =>
  [
    maxAge === null ? "çdo moshë" : `deri në ${maxAge} vjet`,
    maxCc === null ? "çdo motor" : `deri në ${formatEngineSize(maxCc)}`,
  ].join(", ");

/** A tariff as text, for admins. */
export const tariffWords = {
  unknown,
  euro,
  certainties: { official: "zyrtare", unconfirmed: "e pakonfirmuar" } as const satisfies Record<
    Certainty,
    string
  >,
  condition: ({ fuel, euOrigin }: NonNullable<TariffLine["when"]>): string =>
    [
      ...(fuel === undefined ? [] : [fuel]),
      ...(euOrigin === undefined ? [] : [euOrigin ? "me origjinë nga BE-ja" : "pa origjinë nga BE-ja"]),
    ].join(", "),
  lineName: ({ key, when = {} }: Pick<TariffLine, "key" | "when">): string => {
    const condition = tariffWords.condition(when);
    return condition === "" ? costLabels[key] : `${costLabels[key]} (${condition})`;
  },
  labelOf: (name: string) => `${name}: emri`,
  certaintyOf: (name: string) => `${name}: siguria`,
  cellName: (name: string, cell: TariffCell) => `${name}: ${cellLimits(cell)}`,
  amountOf: ({ kind, amount, of }: Pick<TariffLine, "kind" | "amount" | "of">): string => {
    if (kind !== "percent") return euro(amount);
    const bases = of.map((base) => baseLabels[base]).join(" + ");
    return `${amount === null ? unknown : `${formatAmount(amount)}\u00A0%`} e: ${bases}`;
  },
  termFacts: (terms: TariffTerms): [field: string, said: string][] => [
    ["Vlen nga", formatDate(terms.validFrom)],
    ["Vlen deri më", terms.validTo === null ? "pa afat" : formatDate(terms.validTo)],
    ["Mosha më e madhe", `${terms.maxAgeYears} vjet`],
    ["Burimi", terms.source.title],
    ["Adresa e burimit", terms.source.url],
    ["Kontrolluar më", formatDate(terms.checkedOn)],
  ],
} as const;
