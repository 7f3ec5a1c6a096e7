import { type ImportCostsQuestion, importCostsQuery } from "#contract/tariffs.ts";
import { parseTypedNumber } from "#domain/format/format.ts";

const numbers: ReadonlySet<string> = new Set(["price", "engineCc", "year"]);
const names = ["price", "engineCc", "year", "fuel", "euOrigin"] as const;

export function typedCosts(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)?.trim().slice(0, 40) ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}

const plain = (name: string, value: string) =>
  numbers.has(name) ? String(parseTypedNumber(value) ?? value) : value;

/** Parses the parameters into a car, or returns errors by field; accepts numbers as people write them. */
export function carOfCosts(
  typed: Readonly<Record<string, string>>,
): { car: ImportCostsQuestion; errors: null } | { car: null; errors: Record<string, string> } {
  const parsed = importCostsQuery.safeParse(
    Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, plain(name, value)])),
  );
  if (parsed.success) return { car: parsed.data, errors: null };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return { car: null, errors };
}
