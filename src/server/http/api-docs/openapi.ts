import { z } from "zod";
import { errorBody, noContent } from "#contract/common.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A schema as JSON Schema; what only code can check (a phone number's form) is left open. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function isObjectSchema(schema: z.ZodType | undefined): schema is z.ZodObject {
  return schema instanceof z.ZodObject;
}

function parametersOf(path: string, endpoint: Endpoint) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = isObjectSchema(endpoint.query)
    ? Object.keys(endpoint.query.shape).map((name) => ({ name, in: "query", schema: {} }))
    : [];
  return [...inPath, ...inQuery];
}

const fileTypes = { csv: "text/csv", jpeg: "image/jpeg", pdf: "application/pdf" } as const;

function answersOf({ status, statusIfPresent, output, summary }: Endpoint) {
  const content =
    typeof output === "string" ? { [fileTypes[output]]: {} } : json(jsonSchema(output, "output"));
  const answer = { description: summary, ...(output === noContent ? {} : { content }) };
  return {
    [status]: answer,
    ...(statusIfPresent === undefined ? {} : { [statusIfPresent]: answer }),
    default: { description: "An error", content: json({ $ref: "#/components/schemas/Error" }) },
  };
}

function requestOf({ body, bodyMayBeMissing }: Endpoint) {
  if (body === undefined) return {};
  const content = body === "raw" ? { "application/octet-stream": {} } : json(jsonSchema(body, "input"));
  return { requestBody: { required: bodyMayBeMissing !== true, content } };
}

function json(schema: JsonSchema) {
  return { "application/json": { schema } };
}

function operationOf(path: string, endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    parameters: parametersOf(path, endpoint),
    ...requestOf(endpoint),
    responses: answersOf(endpoint),
    security: endpoint.access === "public" ? [] : [{ bearer: [] }, { cookie: [] }],
  };
}

/** Every endpoint with method and path apart, in the contract's order. */
export function listEndpoints(): { method: string; path: string; endpoint: Endpoint }[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const [method = "", path = ""] = name.split(" ");
    return { method, path, endpoint };
  });
}

/** The whole API as an OpenAPI 3.1 document, from the schemas that check its calls. */
export function openApiDocument(site: { name: string; publicUrl: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, endpoint } of listEndpoints()) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(path, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${site.name} API`, version: "1" },
    servers: [{ url: site.publicUrl }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, "output") },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "vetura_session" },
      },
    },
  };
}
