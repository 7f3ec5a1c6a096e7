import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { formatMoment } from "./moments.ts";

const text = adminPageMessages.audit;

export interface Change {
  /** What the field is called by people. */
  readonly field: string;
  /** Null: there was, or is, nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

type Values = Readonly<Record<string, unknown>>;

const labels: Readonly<Record<string, string>> = text.fields;

/** Fields whose whole numbers are no amounts: a year is written 2016, not 2.016. */
const ungrouped = new Set(["year", "number", "id"]);

function textOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number")
    return Number.isInteger(value) && !ungrouped.has(name) ? formatNumber(value) : String(value);
  if (typeof value === "string")
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatMoment(value) : value;
  return JSON.stringify(value);
}

/** An entry's fields with what they were and became, in the order in which the server names them. */
export function changesOf(before: Values | null, after: Values | null): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    field: labels[name] ?? name,
    before: textOf(name, before?.[name]),
    after: textOf(name, after?.[name]),
  }));
}
