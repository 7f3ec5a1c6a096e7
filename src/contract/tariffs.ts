import { z } from "zod";
import { type Fuel, fuels } from "#domain/cars/car-lists.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { tariffMessages as text } from "#domain/messages/tariffs.ts";
import {
  certainties,
  costBases,
  costInputLimits,
  costKeys,
  lineKinds,
  tariffLimits,
  tariffStatuses,
} from "#domain/tariffs/tariff.ts";
import { pageInfo } from "./admin-queues.ts";
import { adminPage, pageQuery, reason } from "./admin-lists.ts";
import { idParams } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

// What an imported car costs (specification.md#cost-to-plates) ---------------------------------------------------------

const day = z.iso.date(text.dayInvalid);

const sent = z.union([z.string(), z.number(), z.boolean()]).optional();

function wholeNumber(value: string, least: number, most: number): number | null {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : null;
  return number !== null && number >= least && number <= most ? number : null;
}

/** A car whose costs are computed: EUR, cm³, year of the first registration. `date` is null for today. */
export interface ImportCostsQuestion {
  readonly price: number;
  readonly engineCc: number;
  readonly year: number;
  readonly fuel: Fuel;
  readonly euOrigin: boolean;
  readonly date: string | null;
}

/** All faults at once, for the calculator's fields. */
export const importCostsQuery = z
  .object({ price: sent, engineCc: sent, year: sent, fuel: sent, euOrigin: sent, date: sent })
  .transform((raw, context): ImportCostsQuestion => {
    const written = (name: keyof typeof raw) => String(raw[name] ?? "").trim();
    const complain = (name: keyof typeof raw, message: string) =>
      context.addIssue({ code: "custom", message, path: [name] });
    const { minPrice, maxPrice, maxEngineCc, minYear } = costInputLimits;

    const date = written("date") === "" ? null : written("date");
    const isDay = date === null || day.safeParse(date).success;
    if (!isDay) complain("date", text.dayInvalid);
    const price = wholeNumber(written("price"), minPrice, maxPrice);
    if (price === null) complain("price", text.priceInvalid);
    const maxYear = Number((date !== null && isDay ? date : dayOf(new Date())).slice(0, 4)) + 1;
    const year = wholeNumber(written("year"), minYear, maxYear);
    if (year === null) complain("year", text.yearInvalid(maxYear));
    const fuel = fuels.find((known) => known === written("fuel")) ?? null;
    if (fuel === null) complain("fuel", text.fuelInvalid);
    const isMissing = written("engineCc") === "";
    const engineCc = isMissing && fuel === "Elektrik" ? 0 : wholeNumber(written("engineCc"), 0, maxEngineCc);
    if (engineCc === null) complain("engineCc", isMissing ? text.engineRequired : text.engineInvalid);
    const euOrigin = written("euOrigin") || "false";
    if (!/^(?:true|false)$/.test(euOrigin)) complain("euOrigin", text.euOriginInvalid);
    if (price === null || year === null || fuel === null || engineCc === null) return z.NEVER;
    return { price, engineCc, year, fuel, euOrigin: euOrigin === "true", date };
  });

const certainty = z.enum(certainties);
const source = z.object({ title: z.string(), url: z.string() });

/** EUR with at most two decimals. Null: unknown, or nothing to sum for a barred car. */
export const importCostsAnswer = z.object({
  /** In the order of computation, including those of 0. */
  lines: z.array(
    z.object({
      key: z.enum(costKeys),
      label: z.string(),
      /** The base of a percentage; null for other amounts. */
      base: z.number().nullable(),
      amount: z.number().nullable(),
      certainty,
    }),
  ),
  /** The sum of the known lines. */
  known: z.number().nullable(),
  /** The price plus `known`. */
  total: z.number().nullable(),
  /** Labels of the unknown lines. */
  unknown: z.array(z.string()),
  barred: z.enum(["too_old"]).nullable(),
  tariff: z.object({ id: z.string(), validFrom: z.string(), checkedOn: z.string(), source }),
});
export type ImportCostsAnswer = z.infer<typeof importCostsAnswer>;

export const tariffEndpoints = {
  "GET /api/import-costs": {
    access: "public",
    errors: ["no_tariff", "validation_failed"],
    status: 200,
    query: importCostsQuery,
    output: importCostsAnswer,
    summary: "What a car costs until it has plates, by the tariff of a day; 404 where there is none.",
  },
} as const satisfies Record<string, Endpoint>;

// Tariffs, by admins ---------------------------------------------------------------------------------------------------

const amount = z.number(text.amountInvalid).nullable();
const limit = z.int(text.limitInvalid).min(0, text.limitInvalid).nullable();

const tariffLine = z.strictObject({
  key: z.enum(costKeys, text.linesInvalid),
  label: z
    .string(text.labelRequired)
    .trim()
    .min(1, text.labelRequired)
    .max(tariffLimits.maxLabel, text.labelTooLong),
  kind: z.enum(lineKinds, text.linesInvalid),
  of: z
    .array(z.enum(costBases, text.linesInvalid))
    .max(costBases.length, text.linesInvalid)
    .default(() => []),
  table: z
    .array(z.strictObject({ maxAge: limit, maxCc: limit, amount }))
    .max(tariffLimits.maxCells, text.tableTooLong)
    .optional(),
  when: z
    .strictObject({
      fuel: z.enum(fuels, text.fuelInvalid).optional(),
      euOrigin: z.boolean(text.euOriginInvalid).optional(),
    })
    .optional(),
  amount: amount.default(null),
  certainty: z.enum(certainties, text.linesInvalid),
});

const tariffTerms = z.strictObject({
  validFrom: day,
  validTo: day.nullish().transform((last) => last ?? null),
  maxAgeYears: z
    .int(text.maxAgeInvalid)
    .min(0, text.maxAgeInvalid)
    .max(tariffLimits.maxAgeYears, text.maxAgeInvalid),
  source: z.strictObject({
    title: z
      .string(text.titleRequired)
      .trim()
      .min(1, text.titleRequired)
      .max(tariffLimits.maxSource, text.titleTooLong),
    url: z.url({ protocol: /^https?$/, error: text.urlInvalid }).max(tariffLimits.maxUrl, text.urlInvalid),
  }),
  checkedOn: day,
  lines: z.array(tariffLine, text.linesInvalid).max(tariffLimits.maxLines, text.linesTooMany),
});

export type TariffInput = z.input<typeof tariffTerms>;

/**
 * A tariff as an admin sends it, with the reason for the audit log; the server checks its lines. Further keys of an
 * answer are ignored: clients may send back whole answers.
 */
export const tariffBody = tariffTerms
  .extend({ reason, id: z.unknown(), status: z.unknown(), version: z.unknown() })
  .partial({ id: true, status: true, version: true })
  .transform(({ id: _id, status: _status, version: _version, ...terms }) => terms);

export type TariffBody = z.output<typeof tariffBody>;

/** `version` is for `If-Match: "<version>"`. */
export const tariff = z.object({
  id: z.string(),
  ...tariffTerms.shape,
  status: z.enum(tariffStatuses),
  version: z.number(),
});
export type Tariff = z.output<typeof tariff>;

/** The difference between a tariff and the active one before it. */
export const tariffComparison = z.object({
  tariff,
  /** The active one on its first day, else the one before; null for none. */
  compared: tariff.nullable(),
  /** As text; null: missing there. */
  differences: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type TariffComparison = z.infer<typeof tariffComparison>;

export const adminTariffEndpoints = {
  "GET /api/admin/tariffs": {
    ...adminPage,
    query: pageQuery,
    output: z.object({ tariffs: z.array(tariff), pagination: pageInfo }),
    summary: "Tariffs of import costs, drafts first, then the newest.",
  },
  "GET /api/admin/tariffs/{id}": {
    access: "admin",
    status: 200,
    params: idParams,
    notFound: "tariff_not_found",
    output: tariffComparison,
    summary: "A tariff with its differences to the active one.",
  },
  "POST /api/admin/tariffs": {
    access: "admin",
    status: 201,
    body: tariffBody,
    maxJsonKeys: tariffLimits.maxJsonKeys,
    output: tariff,
    summary: "A new draft.",
  },
  "PUT /api/admin/tariffs/{id}": {
    access: "admin",
    reads: ["If-Match"],
    errors: ["tariff_active"],
    status: 200,
    params: idParams,
    notFound: "tariff_not_found",
    body: tariffBody,
    maxJsonKeys: tariffLimits.maxJsonKeys,
    output: tariff,
    summary: "Changes a draft; 409 for a tariff that is active.",
  },
  "POST /api/admin/tariffs/{id}/activate": {
    access: "admin",
    errors: ["tariff_active", "validation_failed"],
    status: 200,
    params: idParams,
    notFound: "tariff_not_found",
    output: tariff,
    summary:
      "Makes a draft count from its first day on; an active one without end ends the day before. Once more changes nothing.",
  },
} as const satisfies Record<string, Endpoint>;
