import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints.ts";
import { docsPage, docsStyle } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";

const document = openApiDocument({ name: "Vetura", publicUrl: "https://vetura.example", secure: true });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** Every `$ref` in the document. */
function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "$ref" && typeof inner === "string") return [inner];
    return refsIn(inner);
  });
}

function at(ref: string): unknown {
  return ref
    .slice(2)
    .split("/")
    .reduce<unknown>(
      (place, step) =>
        typeof place === "object" && place !== null
          ? Object.entries(place).find(([key]) => key === step)?.[1]
          : undefined,
      document,
    );
}

describe("the API's document", () => {
  test("is OpenAPI 3.1 in which a validator finds nothing, and every reference leads somewhere", async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => at(ref) === undefined)).toEqual([]);
  });

  test("has every endpoint of the contract with an id of its own, a summary, who may call, and examples of its errors", () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^(?:get|post|put|delete)[A-Z][A-Za-z0-9]*$/);
      expect(operation.summary.length, name).toBeGreaterThan(5);
      expect(operation.security.length, name).toBeGreaterThan(0);
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        const [ref = ""] = refsIn(response);
        expect(at(ref), `${name} ${status}`).toMatchObject({
          content: { "application/json": { examples: expect.anything() } },
        });
      }
    }
    for (const [code, example] of Object.entries(document.components.examples))
      expect(example).toEqual({ value: { code, message: expect.stringMatching(/\S/) } });
  });

  test("says of each call who may call it, as the contract does: guests, accounts, keys by scope, admins, monitoring", () => {
    for (const { name, operation } of operations) {
      const endpoint: Endpoint | undefined = Object.entries<Endpoint>(endpoints).find(
        ([key]) => key === name,
      )?.[1];
      const schemes = new Set(operation.security.flatMap((one) => Object.keys(one)));
      expect(
        operation.security.some((one) => Object.keys(one).length === 0),
        name,
      ).toBe(endpoint?.access === "public");
      expect(schemes.has("admin"), name).toBe(endpoint?.access === "admin");
      expect(schemes.has("account"), name).toBe(endpoint?.access !== "admin");
      expect(operation.security.find((one) => "key" in one)?.["key"], name).toEqual(
        endpoint?.key === undefined ? undefined : [endpoint.key],
      );
    }
  });

  test("describes pictures as data URLs, uploads by their types, and the headers of reads and writes", () => {
    const operation = (path: string, method: string) => document.paths[path]?.[method];
    expect(JSON.stringify(operation("/api/cars", "post")?.requestBody)).toContain("data:image/jpeg;base64,");
    expect(JSON.stringify(operation("/api/payment/create-checkout", "post")?.requestBody)).toContain(
      "data URL",
    );
    expect(Object.keys(operation("/api/photos", "post")?.requestBody?.content ?? {})).toEqual([
      "image/*",
      "multipart/form-data",
    ]);
    expect(Object.keys(operation("/api/dealer/imports", "post")?.requestBody?.content ?? {})).toEqual([
      "text/csv",
      "application/zip",
    ]);
    expect(refsIn(operation("/api/cars", "post"))).toContain("#/components/parameters/Idempotency-Key");
    expect(refsIn(operation("/api/cars/{id}", "put"))).toContain("#/components/parameters/If-Match");
    expect(refsIn(operation("/api/cars/{id}", "get"))).toContain("#/components/headers/ETag");
    expect(refsIn(operation("/api/cars", "get"))).toContain("#/components/headers/X-Total-Count");
    expect(refsIn(document.components.responses)).toContain("#/components/headers/Retry-After");
    const parameters = operation("/api/cars", "get")?.parameters.map((one) =>
      "name" in one ? one.name : "",
    );
    expect(parameters).toEqual(expect.arrayContaining(["q", "brand", "minPrice", "page", "sort"]));
  });

  test.each([
    ["/api/import-costs", ["price", "engineCc", "year", "fuel", "euOrigin", "date"]],
    ["/api/payment/history", ["q", "status", "order", "page", "limit"]],
    ["/api/dealer/report", ["days", "page", "limit"]],
  ])("names each parameter of the query of %s", (path, names) => {
    const parameters = document.paths[path]?.["get"]?.parameters ?? [];
    expect(parameters.flatMap((one) => ("name" in one ? [one.name] : []))).toEqual(names);
  });

  test("is what the page to read is made from: each call with its id, and nothing that a browser would run", () => {
    const page = docsPage(document);
    for (const { operation } of operations) expect(page).toContain(`id="${operation.operationId}"`);
    expect(page).toContain("<code>POST /api/dealer/imports</code>");
    expect(page).toContain("keys with stock");
    // To the letter: the content policy has its hash.
    expect(page).toContain(`<style>${docsStyle}</style>`);
    expect(page).not.toMatch(/<script|undefined|\[object/);
  });
});
