import { z } from "zod";
import { errorBody } from "#contract/common.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints.ts";
import { type KeyScope, keyLimits, keyScopes } from "#domain/dealers/dealer-keys.ts";
import { answerHeaders, headersOf, requestHeaders } from "./document-headers.ts";
import { ErrorAnswers, errorCodesOf } from "./error-answers.ts";
import { type Described, describePictures, inputSchema, outputSchema } from "./json-schemas.ts";

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

/** What a query's object names, also where a transform follows it. */
function objectOf(query: z.ZodType | undefined): z.ZodObject | undefined {
  const input = query instanceof z.ZodPipe ? query.in : query;
  return input instanceof z.ZodObject ? input : undefined;
}

function parametersOf({ params, query, lenient, reads = [] }: Endpoint) {
  const asked = z.object({ ...objectOf(query)?.shape, ...lenient?.shape });
  return [
    ...(params === undefined ? [] : parametersFrom(params, "path")),
    ...parametersFrom(asked, "query"),
    ...reads.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
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

/** A call's operationId: `getCarsByIdPriceHistory`. */
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

/** The whole API as an OpenAPI 3.1 document, generated from the contract's schemas. */
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
