import { expect, test } from "vitest";
import { createRouteNames, unknownRoute } from "./route-names.ts";

const nameOf = createRouteNames([
  "/",
  "/search",
  "/car/:id?",
  "/api/cars",
  "/api/cars/:id",
  "/api/cars/facets",
  "/api/cars/:id/similar",
  "/photos/:id/:file{[0-9]+\\.jpg}",
  "/api/*",
  "/assets/:file",
]);

test("every path of a route has the route's name", () => {
  expect(nameOf("/")).toBe("/");
  expect(nameOf("/car/0198-a")).toBe("/car/{id}");
  expect(nameOf("/car")).toBe("/car");
  expect(nameOf("/api/cars/1/similar")).toBe("/api/cars/{id}/similar");
  expect(nameOf("/photos/1/800.jpg")).toBe("/photos/{id}/{file}");
});

test("a fixed path segment takes precedence over a parameter", () => {
  expect(nameOf("/api/cars/facets")).toBe("/api/cars/facets");
});

test("all unknown paths share one name", () => {
  const typed = ["/wp-admin", "/api/cars/1/2/3", "/api/nothing", "//", "/car/1/2", `/${"x/".repeat(5000)}`];
  expect(new Set(typed.map(nameOf))).toEqual(new Set([unknownRoute]));
});
