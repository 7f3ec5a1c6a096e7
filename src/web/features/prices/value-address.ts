import type { z } from "zod";
import { priceEstimateBody } from "#contract/prices.ts";
import { parseTypedNumber } from "#domain/format/format.ts";

const numbers = ["year", "mileage", "power", "engineSize"] as const;
const texts = ["brand", "model", "fuel", "transmission", "type", "condition"] as const;
const valueNames: readonly string[] = [...texts, ...numbers, "customsPaid"];

export function typedValues(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    valueNames.flatMap((name) => {
      const value = params.get(name)?.trim().slice(0, 100) ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/** Parses the parameters into a car, or returns errors by field; accepts numbers as people write them. */
export function carOfValues(
  typed: Readonly<Record<string, string>>,
): { car: z.output<typeof priceEstimateBody>; errors: null } | { car: null; errors: Record<string, string> } {
  const number = (name: string) => {
    const text = typed[name];
    return text === undefined ? undefined : (parseTypedNumber(text) ?? Number.NaN);
  };
  const parsed = priceEstimateBody.safeParse({
    ...Object.fromEntries(texts.map((name) => [name, typed[name]])),
    ...Object.fromEntries(numbers.map((name) => [name, number(name)])),
    customsPaid: typed["customsPaid"] === undefined ? null : typed["customsPaid"] === "true",
  });
  if (parsed.success) return { car: parsed.data, errors: null };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return { car: null, errors };
}
