import { errorBody } from "#contract/common.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints.ts";
import { errorCodesOf } from "#server/http/api-docs/error-answers.ts";
import type { Answer } from "./app.ts";

interface Documented {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  readonly endpoint: Endpoint;
}

// Paths without parameters first, as the server matches them.
const calls: readonly Documented[] = Object.entries<Endpoint>(endpoints)
  .map(([name, endpoint]) => {
    const [method = "", path = ""] = name.split(" ");
    return { name, method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`), endpoint };
  })
  .toSorted((a, b) => a.name.split("{").length - b.name.split("{").length);

const headers = ["X-Total-Count", "ETag", "Last-Modified"] as const;

/**
 * What an API answer has beyond its OpenAPI document; null if nothing, or if the address is no API endpoint.
 */
export function findUndocumented(method: string, address: string, answer: Answer): string | null {
  // Normalised as in a URL: "/api/cars/.." is "/api".
  const path = URL.parse(address, "http://site.test")?.pathname ?? "";
  const call = calls.find((one) => one.method === method && one.path.test(path));
  if (call === undefined) return null;
  const { name, endpoint } = call;
  if (answer.status >= 400) {
    const { code } = errorBody.parse(answer.body);
    return errorCodesOf(method, endpoint).includes(code) ? null : `${name} does not document ${code}`;
  }
  if (answer.status >= 300) return null;
  if (answer.status !== endpoint.status && answer.status !== endpoint.statusIfPresent)
    return `${name} does not document ${answer.status}`;
  const told: readonly string[] = endpoint.tells ?? [];
  const wrong = headers.find((header) => answer.headers.has(header) && !told.includes(header));
  return wrong === undefined ? null : `${name} does not document the header ${wrong}`;
}
