import { formatNumber } from "#domain/format/format.ts";
import { adminAuditMessages } from "#domain/messages/admin-audit.ts";
import { settingsFields } from "#domain/messages/admin-settings.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { reportMessages } from "#domain/messages/reports.ts";
import { formatMoment } from "#web/lib/moments.ts";

const text = adminAuditMessages;

export interface Change {
  /** What the field is called by people. */
  readonly field: string;
  /** Null: there was, or is, nothing. */
  readonly before: string | null;
  readonly after: string | null;
  /** It did not change: the entry says it beside what did, such as what was deleted. */
  readonly fact: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const labels: Readonly<Record<string, string>> = { ...settingsFields, ...text.fields };
const words: Readonly<Record<string, string>> = { ...text.values, ...reportMessages.reasons };

/** Fields whose whole numbers are no amounts: a year is written 2016, not 2.016. */
const ungrouped = new Set(["year", "number"]);
/** Fields that hold one of the program's words, not what somebody typed. */
const worded = new Set(["state", "reason", "status", "role"]);

function textOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number")
    return Number.isInteger(value) && !ungrouped.has(name)
      ? formatNumber(value)
      : String(value).replace(".", ",");
  if (typeof value === "string") {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatMoment(value);
    if (name === "type") return carTypeLabel(value);
    return worded.has(name) ? (words[value] ?? value) : value;
  }
  return JSON.stringify(value);
}

/** An entry's fields with what they were and became, in the order in which the server names them. */
export function changesOf(before: Values | null, after: Values | null): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => {
    const was = textOf(name, before?.[name]);
    const is = textOf(name, after?.[name]);
    const inBoth = Object.hasOwn(before ?? {}, name) && Object.hasOwn(after ?? {}, name);
    return { field: labels[name] ?? name, before: was, after: is, fact: !inBoth || was === is };
  });
}
