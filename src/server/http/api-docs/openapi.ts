import { z } from "zod";
import { errorBody } from "#contract/common.ts";
import { user } from "#contract/accounts.ts";
import { car, carPhoto } from "#contract/cars.ts";
import type { AnswerHeader, Endpoint, RequestHeader } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints.ts";
import { importFault, importRow, listedImport, stockImport } from "#contract/imports.ts";
import { statDay, statTotals } from "#contract/statistics.ts";
import { type KeyScope, keyLimits, keyScopes } from "#domain/dealers/dealer-keys.ts";
import { answerOf } from "#server/http/errors.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

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

type Described = Readonly<Record<string, unknown>>;

/** What is sent, as JSON Schema; what only code can check (a phone number's form) is left open. */
function inputSchema(schema: z.ZodType): JsonSchema {
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
function outputSchema(schema: z.ZodType, schemas: Record<string, unknown>): Described {
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

const requestHeaders: Readonly<Record<RequestHeader, { description: string; schema: JsonSchema }>> = {
  "Idempotency-Key": {
    description:
      "1 to 200 characters of your choice, another one for each thing to be done. The same person gets the same answer for 24 hours, and one effect; with another body it is 409 idempotency_mismatch.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  },
  "If-Match": {
    description:
      "The `ETag` of what is changed, as it was read. 412 version_mismatch if it is another by now.",
    schema: { type: "string" },
  },
  "If-None-Match": {
    description: "The `ETag` of the last answer: 304 without a body if it is still the same.",
    schema: { type: "string" },
  },
};

const answerHeaders: Readonly<
  Record<AnswerHeader | "Retry-After", { description: string; schema: JsonSchema }>
> = {
  "X-Total-Count": { description: "How many there are on all pages.", schema: { type: "integer" } },
  ETag: { description: "The version, for `If-Match` or `If-None-Match`.", schema: { type: "string" } },
  "Last-Modified": { description: "When it changed last.", schema: { type: "string" } },
  Link: { description: 'The next page, `rel="next"`; missing on the last.', schema: { type: "string" } },
  "Retry-After": { description: "Seconds until trying again makes sense.", schema: { type: "integer" } },
};

function headersOf(names: readonly (AnswerHeader | "Retry-After")[]) {
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

/** The parameters of a path or a query, in the order of their schema. */
function parametersFrom(schema: z.ZodType, place: "path" | "query") {
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function parametersOf({ params, query, lenient, reads = [] }: Endpoint) {
  const asked = lenient ?? (query instanceof z.ZodObject ? query : undefined);
  return [
    ...(params === undefined ? [] : parametersFrom(params, "path")),
    ...(asked === undefined ? [] : parametersFrom(asked, "query")),
    ...reads.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** The codes of all errors that a call may answer with. 500 is none of them: it is always a fault of the site's. */
export function errorCodesOf(method: string, endpoint: Endpoint): string[] {
  const { access, credentials, key, params, notFound, query, lenient, body, pictures, reads = [] } = endpoint;
  const isWrite = method !== "GET";
  const isChecked = query !== undefined && lenient === undefined;
  return [
    // A path or a text that nobody can read.
    "malformed",
    ...(isChecked || (body !== undefined && body !== "raw") ? ["validation_failed"] : []),
    ...(body === undefined ? [] : ["body_stalled", "payload_too_large"]),
    ...(pictures === undefined ? [] : ["unsupported_picture", "photos_full"]),
    // Public calls too: with credentials of two accounts, or a key that is none; with a key that does not open the call.
    "not_signed_in",
    "scope_missing",
    ...(access === "admin" ? ["forbidden"] : []),
    ...(access === "admin" && endpoint.withoutTotp !== true ? ["totp_required"] : []),
    ...(key === undefined ? [] : ["dealers_only", "account_suspended", "too_many_requests"]),
    ...(params === undefined ? [] : [notFound ?? "not_found"]),
    ...(isWrite ? ["cross_site", "conflict", "too_many_requests"] : []),
    ...(credentials === "own" ? ["too_many_requests"] : []),
    ...(reads.includes("Idempotency-Key") ? ["idempotency_mismatch"] : []),
    ...(reads.includes("If-Match") ? ["version_mismatch"] : []),
    ...(endpoint.errors ?? []),
    "overloaded",
    "database_away",
  ];
}

/** Answers of errors, each set of codes of one status once in the document. */
class ErrorAnswers {
  readonly examples: Record<string, unknown> = {};
  readonly responses: Record<string, unknown> = {};

  of(codes: readonly string[]): Record<string, { $ref: string }> {
    const known = [...new Set(codes)].map((code) => {
      const { status, message } = answerOf(code);
      return { code, status, message };
    });
    const byStatus = Map.groupBy(known, ({ status }) => status);
    return Object.fromEntries(
      [...byStatus]
        .toSorted(([a], [b]) => a - b)
        .map(([status, same]) => [status, this.#answer(status, same)]),
    );
  }

  #answer(status: number, known: readonly { code: string; message: string }[]): { $ref: string } {
    const names = known.map(({ code }) => code).toSorted();
    const name = names.join(".");
    for (const { code, message } of known) this.examples[code] = { value: { message, code } };
    this.responses[name] = {
      description: names.join(", "),
      ...headersOf(status === 429 || status === 503 ? ["Retry-After"] : []),
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: "#/components/schemas/Error" },
              { type: "object", properties: { code: { enum: names } } },
            ],
          },
          examples: Object.fromEntries(
            names.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

const fileTypes = { csv: "text/csv", jpeg: "image/jpeg", pdf: "application/pdf" } as const;

function answersOf(endpoint: Endpoint, schemas: Record<string, unknown>) {
  const { status, statusIfPresent, output, summary, tells = [], reads = [], redirects } = endpoint;
  const content =
    output === "csv"
      ? { "text/csv": { schema: { type: "string" } } }
      : typeof output === "string"
        ? { [fileTypes[output]]: {} }
        : json(outputSchema(output, schemas));
  const hasBody = typeof output === "string" || output.type !== "undefined";
  const answer = { description: summary, ...headersOf(tells), ...(hasBody ? { content } : {}) };
  return {
    [status]: answer,
    ...(statusIfPresent === undefined ? {} : { [statusIfPresent]: answer }),
    ...(redirects === true ? { 303: { description: "A form is sent to a page instead." } } : {}),
    ...(reads.includes("If-None-Match") ? { 304: { description: "It is still the same." } } : {}),
  };
}

const pictureText =
  "The address of a photo on this site, as `POST /api/photos` answers it, or the picture itself as a data URL (`data:image/jpeg;base64,…`).";

/** Says of the list at this place of a body that its texts are pictures. */
function describePictures(schema: JsonSchema, [step, ...rest]: readonly string[]): void {
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

const multipart = {
  schema: {
    type: "object",
    properties: { photo: { type: "string", contentMediaType: "application/octet-stream" } },
    required: ["photo"],
  },
};

function rawContent(type: string) {
  if (type === "multipart/form-data") return multipart;
  return type === "text/csv" ? { schema: { type: "string" } } : {};
}

function requestOf({ body, bodyMayBeMissing, pictures, accepts }: Endpoint) {
  if (body === undefined) return {};
  if (body === "raw") {
    const types = accepts ?? ["application/octet-stream"];
    const content = Object.fromEntries(types.map((type) => [type, rawContent(type)]));
    return { requestBody: { required: true, content } };
  }
  const schema = inputSchema(body);
  if (pictures !== undefined) describePictures(schema, pictures);
  return { requestBody: { required: bodyMayBeMissing !== true, content: json(schema) } };
}

function json(schema: Described) {
  return { "application/json": { schema } };
}

/** Who may call, as alternatives: `{}` is a guest. */
function securityOf({ access, key, monitoring }: Endpoint): Record<string, KeyScope[]>[] {
  const program = key === undefined ? [] : [{ key: [key] }];
  if (access === "public") return [{}, { account: [] }, { cookie: [] }, ...program];
  if (access === "user") return [{ account: [] }, { cookie: [] }, ...program];
  return [{ admin: [] }, { adminCookie: [] }, ...(monitoring === true ? [{ monitoring: [] }] : [])];
}

function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join("");
}

/** A call's name for generated clients: `getCarsByIdPriceHistory`. */
function operationId(method: string, path: string): string {
  const steps = path
    .replace(/^\/api\//, "")
    .split("/")
    .map((step) => (step.startsWith("{") ? `By${pascalCase(step)}` : pascalCase(step)));
  return `${method.toLowerCase()}${steps.join("")}`;
}

const intro = `JSON over HTTP. Errors are \`{ message, code, fields? }\`: \`code\` is for programs, \`message\` (Albanian) for people, \`fields\` says what is wrong by field. A request without credentials is a guest's.

A dealer's program calls with a key (\`Authorization: Bearer vk_…\`), which the dealer makes under «Çelësat». It opens the calls that name it, and no other: those are 403 \`scope_missing\`, public ones too, which are called without it. ${keyLimits.maxCallsAnHour} calls an hour.

Calls that are too many get 429, an overloaded site says 503, both with \`Retry-After\`.`;

function operationOf(
  method: string,
  path: string,
  endpoint: Endpoint,
  schemas: Record<string, unknown>,
  errors: ErrorAnswers,
) {
  return {
    operationId: operationId(method, path),
    summary: endpoint.summary,
    tags: [path.split("/")[2] ?? ""],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...requestOf(endpoint),
    responses: { ...answersOf(endpoint, schemas), ...errors.of(errorCodesOf(method, endpoint)) },
  };
}
export type Operation = ReturnType<typeof operationOf>;

function bearer(description: string) {
  return { type: "http", scheme: "bearer", description };
}

function cookie(name: string, description: string) {
  return { type: "apiKey", in: "cookie", name, description };
}

interface SiteOfDocument {
  readonly name: string;
  readonly publicUrl: string;
  readonly secure: boolean;
}

/** The whole API as an OpenAPI 3.1 document, from the schemas that check its calls. */
export function openApiDocument({ name, publicUrl, secure }: SiteOfDocument) {
  const schemas: Record<string, unknown> = {};
  outputSchema(errorBody, schemas);
  const errors = new ErrorAnswers();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [call, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = "", path = ""] = call.split(" ");
    const operation = operationOf(method, path, endpoint, schemas, errors);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const cookieName = `${secure ? "__Host-" : ""}vetura_session`;
  return {
    openapi: "3.1.0",
    info: { title: `${name} API`, version: "1", description: intro },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas,
      headers: answerHeaders,
      parameters: Object.fromEntries(
        Object.entries(requestHeaders).map(([header, { description, schema }]) => [
          header,
          { name: header, in: "header", description, schema },
        ]),
      ),
      examples: errors.examples,
      responses: errors.responses,
      securitySchemes: {
        account: bearer("A session's token, as `POST /api/login` answers it."),
        cookie: cookie(
          cookieName,
          "In browsers: the session's cookie. Writes from other sites' pages are 403 cross_site.",
        ),
        key: bearer(`A dealer's key, \`vk_\` and 43 characters; its scopes: ${keyScopes.join(", ")}.`),
        admin: bearer("The token of an admin's session."),
        adminCookie: cookie(cookieName, "The cookie of an admin's session."),
        monitoring: bearer("The operator's MONITORING_TOKEN."),
      },
    },
  };
}
