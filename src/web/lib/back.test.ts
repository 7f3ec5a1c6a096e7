import { describe, expect, test } from "vitest";
import { searchParams } from "#domain/search/car-search.ts";
import { backAddress, backState, searchToReturnTo, originOf } from "./back.ts";

describe("going back", () => {
  test("the way back keeps every parameter of the search and the page and nothing else", () => {
    const names = [...searchParams, "page"];
    const search = new URLSearchParams(names.map((name) => [name, "1"]));
    const restored = new URLSearchParams(searchToReturnTo(`?${search}&utm_source=x&token=secret`));
    expect([...restored.keys()].toSorted()).toEqual(names.toSorted());
    expect(searchToReturnTo("?origin=Evrop%C3%AB")).toBe("?origin=Evrop%C3%AB");
  });

  test("the way back keeps positive numbers and non-empty texts only", () => {
    expect(searchToReturnTo("?minPrice=0&maxPrice=-5&minYear=abc&maxYear=Infinity&q=%20&brand=")).toBe("");
    expect(searchToReturnTo("")).toBe("");
  });

  test.each([
    [{ page: "search", search: "?q=bmw&x=1" } as const, "/search?q=bmw"],
    [{ page: "car", id: "a/b" } as const, "/car/a%2Fb"],
    [{ page: "dealer", id: "a/b" } as const, "/dealers/a%2Fb"],
    [{ page: "seller", id: "a/b" } as const, "/sellers/a%2Fb"],
    [{ page: "my-publishings" } as const, "/my-publishings"],
    [{ page: "profile" } as const, "/profile"],
    [{ page: "favorites" } as const, "/favorites"],
    [{ page: "home" } as const, "/"],
  ])("the origin %j leads back to %s", (origin, address) => {
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
  ])("the navigation state %j has no origin", (state) => {
    expect(originOf(state)).toBeNull();
  });
});
