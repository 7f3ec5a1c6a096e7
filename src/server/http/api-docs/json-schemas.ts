import { z } from "zod";
import { user } from "#contract/accounts.ts";
import { car, carPhoto } from "#contract/cars.ts";
import { errorBody } from "#contract/common.ts";
import { importFault, importRow, listedImport, stockImport } from "#contract/imports.ts";
import { statDay, statTotals } from "#contract/statistics.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas of answers with a name of their own. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Error: errorBody,
  Car: car,
  CarPhoto: carPhoto,
  User: user,
  Import: stockImport,
  ListedImport: listedImport,
  ImportRow: importRow,
  ImportFault: importFault,
  StatDay: statDay,
  StatTotals: statTotals,
}))
  named.add(schema, { id });

export type Described = Readonly<Record<string, unknown>>;

/** What is sent, as JSON Schema; what only code can check (a phone number's form) is left open. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: one }) => {
      if (zodSchema._zod.def.type !== "object" || one.required === undefined) return;
      // A field that is read from nothing (as null, say) may be left out; JSON Schema's own rule does not see that.
      const { shape } = zodSchema._zod.def;
      one.required = one.required.filter((name) => !acceptsNothing(shape[name]));
      if (one.required.length === 0) delete one.required;
    },
  });
  return made;
}

function acceptsNothing(field: z.core.$ZodType | undefined): boolean {
  return field !== undefined && z.safeParse(field, undefined).success;
}

/** What is answered. It may have further keys: they come with newer versions. */
export function outputSchema(schema: z.ZodType, schemas: Record<string, unknown>): Described {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
    metadata: named,
    override: ({ jsonSchema: one }) => {
      if (one.additionalProperties === false) delete one.additionalProperties;
    },
  });
  const { $defs = {}, id, ...rest } = record(withComponents(made));
  Object.assign(schemas, $defs);
  if (typeof id !== "string") return rest;
  schemas[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

function record(value: unknown): Described {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The named schemas of a schema stand below `components`, without their names in them. */
function withComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponents);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "$ref" ? String(inner).replace("#/$defs/", "#/components/schemas/") : withComponents(inner),
    ]),
  );
}

const pictureText =
  "The address of a photo on this site, as `POST /api/photos` answers it, or the picture itself as a data URL (`data:image/jpeg;base64,…`).";

/** Says of the list at this place of a body that its texts are pictures. */
export function describePictures(schema: JsonSchema, [step, ...rest]: readonly string[]): void {
  if (step === undefined) {
    if (typeof schema.items === "object" && !Array.isArray(schema.items)) {
      schema.items.description = pictureText;
      schema.items.examples = ["data:image/jpeg;base64,/9j/4AAQSkZJRg…"];
    }
    return;
  }
  const all = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  for (const one of all) {
    const next = typeof one === "object" ? one.properties?.[step] : undefined;
    if (typeof next === "object") describePictures(next, rest);
  }
}
