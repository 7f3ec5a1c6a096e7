import { describe, expect, test } from "vitest";
import { carCacheMaxEntries, carCacheTtlMs, createCarCache } from "./car-cache.ts";

function cacheAt() {
  let time = 0;
  const cache = createCarCache<string>(() => time);
  return { cache, pass: (ms: number) => (time += ms) };
}

describe("the car cache", () => {
  test("the car cache stores a car for five minutes", () => {
    const { cache, pass } = cacheAt();
    cache.set("a", "Golf");
    pass(carCacheTtlMs - 1);
    expect(cache.get("a")).toBe("Golf");
    pass(1);
    expect(cache.get("a")).toBeUndefined();
  });

  test("the car cache holds 100 cars and evicts the oldest fifth when it is full", () => {
    const { cache } = cacheAt();
    const cars = Array.from({ length: 101 }, (_, number) => `car ${number + 1}`);
    const cached = () => cars.filter((car) => cache.get(car) !== undefined);
    for (const car of cars.slice(0, carCacheMaxEntries)) cache.set(car, "x");
    expect(cached()).toHaveLength(100);
    cache.set("car 101", "x");
    expect(cached()).toHaveLength(80);
    expect([cache.get("car 21"), cache.get("car 22"), cache.get("car 101")]).toEqual([undefined, "x", "x"]);
  });

  test("setting a car again makes it the newest of the car cache", () => {
    const { cache, pass } = cacheAt();
    for (let number = 1; number <= carCacheMaxEntries; number++) cache.set(`car ${number}`, "x");
    pass(1000);
    cache.set("car 1", "y");
    cache.set("car 101", "x");
    expect(cache.get("car 1")).toBe("y");
    pass(carCacheTtlMs - 1);
    expect(cache.get("car 1")).toBe("y");
  });

  test("the car cache removes a car that was changed", () => {
    const { cache } = cacheAt();
    cache.set("a", "Golf");
    cache.set("b", "Audi");
    cache.remove("a");
    expect([cache.get("a"), cache.get("b")]).toEqual([undefined, "Audi"]);
  });
});
