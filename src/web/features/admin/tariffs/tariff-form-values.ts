import type { Tariff, TariffInput } from "#contract/tariffs.ts";
import { type Fuel, fuels } from "#domain/cars/car-lists.ts";
import { formatAmount, parseTypedAmount } from "#domain/format/format.ts";
import type { Certainty, CostBase, CostKey, LineKind } from "#domain/tariffs/tariff.ts";

/** A tariff as its form's values: figures as typed, "" for an empty one. */
export interface TariffFormValues {
  validFrom: string;
  validTo: string;
  maxAgeYears: string;
  title: string;
  url: string;
  checkedOn: string;
  lines: LineValues[];
}

export interface LineValues {
  key: CostKey;
  label: string;
  kind: LineKind;
  of: CostBase[];
  fuel: Fuel | "";
  euOrigin: "true" | "false" | "";
  amount: string;
  certainty: Certainty;
  table: CellValues[];
}

interface CellValues {
  maxAge: string;
  maxCc: string;
  amount: string;
}

export const emptyCell: CellValues = { maxAge: "", maxCc: "", amount: "" };

const typed = (value: number | null): string => (value === null ? "" : formatAmount(value));
const limit = (value: number | null): string => (value === null ? "" : String(value));

export function valuesOf(tariff: Tariff): TariffFormValues {
  return {
    validFrom: tariff.validFrom,
    validTo: tariff.validTo ?? "",
    maxAgeYears: String(tariff.maxAgeYears),
    title: tariff.source.title,
    url: tariff.source.url,
    checkedOn: tariff.checkedOn,
    lines: tariff.lines.map(({ key, label, kind, of, table = [], when = {}, amount, certainty }) => ({
      key,
      label,
      kind,
      of: [...of],
      fuel: when.fuel ?? "",
      euOrigin: when.euOrigin === undefined ? "" : when.euOrigin ? "true" : "false",
      amount: typed(amount),
      certainty,
      table: table.map((cell) => ({
        maxAge: limit(cell.maxAge),
        maxCc: limit(cell.maxCc),
        amount: typed(cell.amount),
      })),
    })),
  };
}

/** A line's condition, as the API has it. */
export function conditionOf({ fuel, euOrigin }: Pick<LineValues, "fuel" | "euOrigin">) {
  const known = fuels.find((one) => one === fuel);
  return {
    ...(known === undefined ? {} : { fuel: known }),
    ...(euOrigin === "" ? {} : { euOrigin: euOrigin === "true" }),
  };
}

/** Parses the form into terms, or returns errors by field: "lines.2.amount". */
export function termsOf(
  values: TariffFormValues,
): { terms: TariffInput; wrong: null } | { terms: null; wrong: string[] } {
  const wrong: string[] = [];
  const read = (field: string, text: string, isFigure: (value: number) => boolean): number | null => {
    if (text.trim() === "") return null;
    const value = parseTypedAmount(text);
    if (value !== null && isFigure(value)) return value;
    wrong.push(field);
    return null;
  };
  const amount = (field: string, text: string) => read(field, text, () => true);
  const whole = (field: string, text: string) => read(field, text, Number.isInteger);
  const lines = values.lines.map((line, index): TariffInput["lines"][number] => {
    const at = `lines.${index}`;
    const { key, kind, label, of, certainty } = line;
    const when = conditionOf(line);
    return {
      key,
      label,
      kind,
      of: kind === "percent" ? of : [],
      amount: kind === "table" ? null : amount(`${at}.amount`, line.amount),
      certainty,
      ...(Object.keys(when).length === 0 ? {} : { when }),
      ...(kind === "table" && {
        table: line.table.map((cell, row) => ({
          maxAge: whole(`${at}.table.${row}.maxAge`, cell.maxAge),
          maxCc: whole(`${at}.table.${row}.maxCc`, cell.maxCc),
          amount: amount(`${at}.table.${row}.amount`, cell.amount),
        })),
      }),
    };
  });
  const maxAgeYears = whole("maxAgeYears", values.maxAgeYears);
  if (maxAgeYears === null && !wrong.includes("maxAgeYears")) wrong.push("maxAgeYears");
  if (wrong.length > 0) return { terms: null, wrong };
  const terms: TariffInput = {
    validFrom: values.validFrom,
    validTo: values.validTo === "" ? null : values.validTo,
    maxAgeYears: maxAgeYears ?? 0,
    source: { title: values.title, url: values.url },
    checkedOn: values.checkedOn,
    lines,
  };
  return { terms, wrong: null };
}
