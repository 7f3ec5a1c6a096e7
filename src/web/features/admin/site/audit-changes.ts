import { formatNumber } from "#domain/format/format.ts";
import { adminAuditMessages } from "#domain/messages/admin-audit.ts";
import { settingsFields } from "#domain/messages/admin-settings.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { reportMessages } from "#domain/messages/reports.ts";
import { formatMoment } from "#web/lib/moments.ts";

const text = adminAuditMessages;

export interface Change {
  /** The field's name for people. */
  readonly field: string;
  /** null: no value before, or after. */
  readonly before: string | null;
  readonly after: string | null;
  /** Unchanged: context beside the changed fields, for example the name of what was deleted. */
  readonly fact: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const labels: Readonly<Record<string, string>> = { ...settingsFields, ...text.fields };
const words: Readonly<Record<string, string>> = { ...text.values, ...reportMessages.reasons };

/** Numbers without a thousands separator: a year is 2016, not 2.016. */
const ungrouped = new Set(["year", "number"]);
/** Fields whose values are the program's own words, to be translated. */
const translatedFields = new Set(["state", "reason", "status", "role"]);

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
    return translatedFields.has(name) ? (words[value] ?? value) : value;
  }
  return JSON.stringify(value);
}

/** An entry's fields with their old and new values, in the server's order. */
export function changesOf(before: Values | null, after: Values | null): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => {
    const was = textOf(name, before?.[name]);
    const is = textOf(name, after?.[name]);
    const inBoth = Object.hasOwn(before ?? {}, name) && Object.hasOwn(after ?? {}, name);
    return { field: labels[name] ?? name, before: was, after: is, fact: !inBoth || was === is };
  });
}
