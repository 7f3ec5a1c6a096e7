import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { z } from "zod";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const operation = z.looseObject({
  operationId: z.string().optional(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        schema: z.unknown(),
      }),
    )
    .default([]),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
    .optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })).optional() }),
  ),
});
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  "x-event-objects": z.record(z.string(), z.string()).optional(),
});

/** Stripe's OpenAPI document as a validator of requests, answers and events; unknown fields are errors. */
export class StripeDocument {
  readonly #document: z.output<typeof document>;
  readonly #answers: Ajv;
  readonly #requests: Ajv;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(json: unknown) {
    this.#document = document.parse(json);
    const schemas = closed({ components: { schemas: this.#document.components.schemas } });
    const options = { strict: false, validateFormats: false, allErrors: true, logger: false } as const;
    this.#answers = new Ajv(options);
    // Forms contain only text, which is coerced to the schema's types.
    this.#requests = new Ajv({ ...options, coerceTypes: true });
    for (const ajv of [this.#answers, this.#requests]) ajv.addSchema({ ...schemas, $id: "stripe" });
  }

  /** The document's path template for an address such as `/v1/refunds/re_1`; undefined if there is none. */
  pathOf(method: string, address: string): string | undefined {
    const steps = address.split("/");
    const fitting = Object.keys(this.#document.paths).filter((path) => {
      const parts = path.split("/");
      if (parts.length !== steps.length) return false;
      if (this.#document.paths[path]?.[method.toLowerCase()] === undefined) return false;
      return parts.every((part, index) => part.startsWith("{") || part === steps[index]);
    });
    return fitting.toSorted((a, b) => a.split("{").length - b.split("{").length)[0];
  }

  /** What is wrong with a request's query or body parameters. */
  requestProblems(method: string, path: string, form: Json): string[] {
    const found = this.#operation(method, path);
    const content = Object.values(found.requestBody?.content ?? {})[0];
    const query = found.parameters.filter((parameter) => parameter.in === "query");
    const schema = content?.schema ?? {
      type: "object",
      properties: Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
      required: query.filter((parameter) => parameter.required === true).map((parameter) => parameter.name),
    };
    return this.#problems(this.#requests, `request ${method} ${path}`, schema, form);
  }

  answerProblems(method: string, path: string, status: number, answer: unknown): string[] {
    const found = this.#operation(method, path);
    const response = found.responses[status === 200 ? "200" : "default"];
    const schema = Object.values(response?.content ?? {})[0]?.schema;
    if (schema === undefined) return ["the document has no schema for this answer"];
    return this.#problems(this.#answers, `answer ${method} ${path} ${status === 200}`, schema, answer);
  }

  /** What is wrong with an event: its type, its envelope and its object. */
  eventProblems(event: Json): string[] {
    const type = String(event["type"]);
    const name = this.#document["x-event-objects"]?.[type];
    if (name === undefined) return [`there is no event of type ${type}`];
    const data = event["data"];
    const anyOf = name.split("|").map((one) => ({ $ref: `#/components/schemas/${one}` }));
    return this.#problems(
      this.#answers,
      `event ${name}`,
      { anyOf },
      isObject(data) ? data["object"] : undefined,
    );
  }

  #operation(method: string, path: string): z.output<typeof operation> {
    return operation.parse(this.#document.paths[path]?.[method.toLowerCase()]);
  }

  #problems(ajv: Ajv, key: string, schema: unknown, value: unknown): string[] {
    let validate = this.#compiled.get(key);
    if (validate === undefined) {
      validate = ajv.compile(closed(schema, "stripe"));
      this.#compiled.set(key, validate);
    }
    return validate(value) ? [] : worst(validate.errors ?? []);
  }
}

/** Converts to JSON Schema: `nullable` spelt out, references absolute, no additional properties. */
function closed(schema: unknown, base = ""): Json {
  const result = convert(schema, base);
  return isObject(result) ? result : {};
}

function convert(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, base));
  if (!isObject(value)) return value;
  const { nullable, ...rest } = value;
  const made = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, convert(inner, base)]));
  if (typeof made["$ref"] === "string" && base !== "") made["$ref"] = base + made["$ref"];
  const hasFields = isObject(made["properties"]) && made["type"] === "object";
  if (hasFields && made["additionalProperties"] === undefined) made["additionalProperties"] = false;
  return nullable === true ? { anyOf: [made, { type: "null" }] } : made;
}

const most = 8;

/** The deepest errors first: shallow ones come from `anyOf` alternatives that were not meant. */
function worst(errors: readonly ErrorObject[]): string[] {
  const texts = errors
    .toSorted((a, b) => b.instancePath.length - a.instancePath.length)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || "/"} ${message ?? ""} ${JSON.stringify(params)}`,
    );
  return [...new Set(texts)].slice(0, most);
}
