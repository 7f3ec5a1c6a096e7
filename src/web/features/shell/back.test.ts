import { describe, expect, test } from "vitest";
import { backAddress, backState, keptSearch, originOf } from "./back.ts";

describe("going back", () => {
  test("keeps every filter of the search and nothing else", () => {
    const search =
      "?q=golf&brand=VW&model=Golf&type=SUV&fuel=Diesel&origin=Evrop%C3%AB&location=Prizren&transmission=Manual&condition=E+re&customsPaid=true&sort=price_asc&minPrice=1000&maxPrice=9000&minYear=2010&maxYear=2020&minMileage=1&maxMileage=2&page=3";
    const kept = new URLSearchParams(keptSearch(`${search}&utm_source=x&token=secret`));
    expect([...kept.keys()].toSorted()).toEqual([...new URLSearchParams(search).keys()].toSorted());
    expect(kept.get("origin")).toBe("Evropë");
  });

  test("keeps numbers only above 0 and texts only where there are any", () => {
    expect(keptSearch("?minPrice=0&maxPrice=-5&minYear=abc&maxYear=Infinity&q=%20&brand=")).toBe("");
    expect(keptSearch("")).toBe("");
  });

  test.each([
    [{ page: "search", search: "?q=bmw&x=1" } as const, "/search?q=bmw"],
    [{ page: "car", id: "a/b" } as const, "/car/a%2Fb"],
    [{ page: "dealer", id: "a/b" } as const, "/dealers/a%2Fb"],
    [{ page: "my-publishings" } as const, "/my-publishings"],
    [{ page: "profile" } as const, "/profile"],
    [{ page: "favorites" } as const, "/favorites"],
    [{ page: "home" } as const, "/"],
  ])("%j leads to %s", (origin, address) => {
    expect(backAddress(origin)).toBe(address);
    expect(originOf(backState(origin))).toEqual(origin);
  });

  test.each([
    null,
    undefined,
    "x",
    {},
    { back: null },
    { back: { page: "search" } },
    { back: { page: "car", id: "" } },
    { back: { page: "elsewhere" } },
  ])("%j says nothing of where somebody came from", (state) => {
    expect(originOf(state)).toBeNull();
  });
});
