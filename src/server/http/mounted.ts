import type { Hono } from "hono";
import { endpoints } from "#contract/endpoints.ts";
import type { AppEnv } from "./session.ts";

/** Calls of the contract that the app does not answer: "GET /api/cars/{id}" is mounted as "GET /api/cars/:id". */
export function missingEndpoints(app: Hono<AppEnv>): string[] {
  const mounted = new Set(
    app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`),
  );
  return Object.keys(endpoints).filter((name) => !mounted.has(name));
}
