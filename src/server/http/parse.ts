import type { Context } from "hono";
import type { z } from "zod";
import { messages } from "#domain/messages/messages.ts";
import { AppError, type ErrorCode } from "./app-error.ts";

/** Bytes a JSON body may have: a car may carry ten pictures as data URLs (DECISIONS "Bodies"). */
export const bodyLimits = { json: 1_000_000, car: 40_000_000, photo: 25_000_000 } as const;

/** The body's bytes, counted while they arrive: a declared length is not believed. Throws payload_too_large. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) throw new AppError("payload_too_large");
  if (request.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) throw new AppError("payload_too_large");
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", { cause: error });
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError("malformed", { cause: error });
  }
}

async function readJson(c: Context, limit: number): Promise<unknown> {
  return jsonOf(await readBody(c.req.raw, limit));
}

/** The innermost name: a car's fields are the form's fields, whether they stand alone or inside `carData`. */
function fieldOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((step) => typeof step === "string");
  return String(name ?? path[0] ?? "");
}

/** Complaints in one answer: more help nobody. */
const mostFields = 50;

/** A schema's complaints as texts by field, in the schema's order; unknown keys are named. */
export function validationError(error: z.ZodError): AppError {
  // A map: a body may have a key like "constructor".
  const fields = new Map<string, string>();
  const add = (field: string, text: string) => {
    if (field !== "" && !fields.has(field) && fields.size < mostFields) fields.set(field, text);
  };
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, mostFields))
        add(key, messages.errors.unknownKey(key.slice(0, 100)));
    } else {
      add(fieldOf(issue.path), issue.message);
    }
  }
  const [first] = fields.values();
  if (first === undefined) return new AppError("malformed");
  return new AppError("validation_failed", { message: first, fields: Object.fromEntries(fields) });
}

/** The call's JSON body as its schema has it. Throws malformed, payload_too_large or validation_failed. */
export async function parseBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  limit: number = bodyLimits.json,
): Promise<z.output<Schema>> {
  const result = schema.safeParse(await readJson(c, limit));
  if (!result.success) throw validationError(result.error);
  return result.data;
}

/** The same where the call may also have no body at all, which counts as `{}`. */
export async function parseOptionalBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await readBody(c.req.raw, bodyLimits.json);
  const result = schema.safeParse(bytes.byteLength === 0 ? {} : jsonOf(bytes));
  if (!result.success) throw validationError(result.error);
  return result.data;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** A path parameter that must be a UUID; anything else is nothing we know, so 404 with the given code. */
export function idParam(
  c: Context,
  code: Extract<ErrorCode, "not_found" | `${string}_not_found`>,
  name = "id",
): string {
  const value = c.req.param(name) ?? "";
  if (!isUuid(value)) throw new AppError(code);
  return value.toLowerCase();
}

/** `page` (from 1) and `limit` of a list; bad values fall back to the defaults. */
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

/** The call's query as its schema has it. Throws validation_failed. */
export function parseQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(c.req.query());
  if (!result.success) throw validationError(result.error);
  return result.data;
}
