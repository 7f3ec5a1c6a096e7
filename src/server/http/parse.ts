import type { Context } from "hono";
import type { z } from "zod";
import { messages } from "#domain/messages/messages.ts";
import { AppError } from "./app-error.ts";
import { type JsonLimits, JsonScanner, type StringCut } from "./json-scanner.ts";
import { receivePieces } from "./receive-body.ts";
import type { AppContext } from "./session.ts";

/**
 * Limits of a JSON body (specification.md#answers). Keys and values are bounded because each costs thread time;
 * the longest list of any call has 500.
 */
const jsonLimits: JsonLimits = { bytes: 1_000_000, keys: 300, values: 5_000 };
/** A form with pictures, without the pictures' bytes. */
const formLimits: JsonLimits = { ...jsonLimits, bytes: 256_000 };

/** Throws malformed for anything but JSON in UTF-8. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError("malformed", { cause: error });
  }
}

/** Parses a value by the schema. Throws validation_failed. */
export function matched<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw validationError(result.error);
  return result.data;
}

/** The innermost name: a car's fields are the form's fields, alone or inside `carData`. */
function fieldOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((step) => typeof step === "string");
  return String(name ?? path[0] ?? "");
}

/** Maximum of field errors in one answer. */
const maxFields = 50;

/** A schema's issues as texts by field, in the schema's order; unknown keys are named. */
export function validationError(error: z.ZodError): AppError {
  // A Map: a body may have a key like "constructor".
  const fields = new Map<string, string>();
  const add = (field: string, text: string) => {
    if (field !== "" && !fields.has(field) && fields.size < maxFields) fields.set(field, text);
  };
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, maxFields))
        add(key, messages.errors.unknownKey(key.slice(0, 100)));
    } else {
      add(fieldOf(issue.path), issue.message);
    }
  }
  const [first] = fields.values();
  if (first === undefined) return new AppError("malformed");
  return new AppError("validation_failed", { message: first, fields: Object.fromEntries(fields) });
}

/** The input of `JSON.parse`, whose limits were checked while it arrived. */
async function receiveJson(c: AppContext, maxJsonKeys: number = jsonLimits.keys): Promise<Uint8Array> {
  const values = Math.max(jsonLimits.values, 2 * maxJsonKeys);
  const scanner = new JsonScanner({ ...jsonLimits, keys: maxJsonKeys, values });
  await receivePieces(c, { kind: "json", limit: jsonLimits.bytes }, (piece) => scanner.write(piece));
  return scanner.finish();
}

/**
 * Parses the call's JSON body by its schema; `maxJsonKeys`: see Endpoint. Throws malformed, payload_too_large or
 * validation_failed.
 */
export async function parseBody<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
  maxJsonKeys?: number,
): Promise<z.output<Schema>> {
  return matched(schema, parseJson(await receiveJson(c, maxJsonKeys)));
}

/**
 * The same for a body with pictures, which are removed while they arrive: up to `maxCut` bytes. They stay
 * counted against the budget until the request is answered.
 */
export async function parseForm<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
  { cut, maxCut }: { readonly cut: StringCut; readonly maxCut: number },
): Promise<z.output<Schema>> {
  const scanner = new JsonScanner(formLimits, cut);
  await receivePieces(c, { kind: "pictures", limit: formLimits.bytes + maxCut }, (piece) =>
    scanner.write(piece),
  );
  return matched(schema, parseJson(scanner.finish()));
}

/** Like `parseBody`, but a missing body counts as `{}`. */
export async function parseOptionalBody<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const rest = await receiveJson(c);
  return matched(schema, rest.length === 0 ? {} : parseJson(rest));
}

/** `page` (from 1) and `limit` of a list; invalid values become the defaults. */
export function pageQuery(
  c: Context,
  options: { limit: number; max: number },
): { page: number; limit: number } {
  const read = (name: string): number | null => {
    const text = c.req.query(name);
    return text !== undefined && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null;
  };
  return { page: read("page") ?? 1, limit: Math.min(read("limit") ?? options.limit, options.max) };
}
