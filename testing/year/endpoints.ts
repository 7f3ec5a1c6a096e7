import { type EndpointName, endpoints } from "#contract/endpoints.ts";

/** Endpoints that a simulated year does not call, each with the reason. */
const leftOut: Partial<Record<EndpointName, string>> = {
  "POST /api/payment/webhook": "the provider calls it itself, all the time",
  "POST /api/admin/jobs/{id}/retry": "no job may fail",
};

function isCall(name: string, called: string): boolean {
  const pattern = name.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(called);
}

/** Endpoints without a successful call. `/api/cars/my` does not count for `/api/cars/{id}`. */
export function uncalledEndpoints(calls: Iterable<string>): string[] {
  const names = Object.keys(endpoints);
  const open = new Set(names.filter((name) => !Object.hasOwn(leftOut, name)));
  const exact = new Set(names.filter((name) => !name.includes("{")));
  for (const called of calls) {
    if (exact.has(called)) open.delete(called);
    else for (const name of open) if (name.includes("{") && isCall(name, called)) open.delete(name);
  }
  return [...open];
}

/**
 * The calls that a source names, with "x" for a part of the path that it puts in: that counts as an id and as nothing else,
 * so that a list of paths names each of them whole.
 */
export function readCalls(source: string): string[] {
  return Array.from(source.matchAll(/["`]((?:GET|POST|PUT|DELETE) \/api\/[^"`?]*)/g), ([, call = ""]) =>
    call.replaceAll(/\/\$\{[^}]*\}/g, "/x").replace(/\$\{.*$/s, ""),
  );
}
