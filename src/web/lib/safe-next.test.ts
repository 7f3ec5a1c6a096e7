import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { safeNext, signInFrom, withNext } from "./safe-next.ts";

const testOrigin = "https://vetura.test";

/** Where a browser on a page of this site would go. */
function destination(path: string): URL {
  return new URL(path, `${testOrigin}/login?x=1`);
}

describe("the page to return to", () => {
  test.each([
    "/",
    "/profile",
    "/car/0197-a?x=1#top",
    "/search?q=golf+7&fuel=Benzin%C3%AB",
    "/search?q=50%25",
    "/edit-car/1",
  ])("safeNext accepts the path %s", (path) => {
    expect(safeNext(path)).toBe(path);
  });

  test.each([
    null,
    undefined,
    "",
    "profile",
    "https://evil.test/",
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/%2Fevil.test",
    "/%2f%2fevil.test",
    "/%5Cevil.test",
    "/%255Cevil.test",
    "/%252F%252Fevil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "/%09/evil.test",
    "/./\\evil.test",
    "/..//evil.test",
    "/.//evil.test",
    " //evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
  ])("safeNext refuses %j", (path) => {
    expect(safeNext(path, "/search")).toBe("/search");
  });

  test("safeNext never leaves this site, whatever the text and its encoding", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        "..",
        ".",
        "%2F",
        "%5C",
        "%252F",
        "\t",
        "\n",
        "@",
        ":",
        "evil.test",
        "https:",
        "?",
        "#",
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        let address = safeNext(pieces.join(""));
        for (let round = 0; round < 3; round++) {
          expect(destination(address).origin).toBe(testOrigin);
          try {
            address = decodeURIComponent(address);
          } catch {
            return;
          }
        }
      }),
      { numRuns: 20_000 },
    );
  });

  test("safeNext reads back a page from the address it was put into", () => {
    fc.assert(
      fc.property(fc.webPath({ size: "small" }), fc.webQueryParameters(), (path, query) => {
        const from = `/x${path}?${query}`;
        const next = new URL(withNext("/login", from), testOrigin).searchParams.get("next");
        expect(next).toBe(from);
      }),
    );
  });
});

test.each([
  ["/car/0197-a", "?x=1", "/login?next=%2Fcar%2F0197-a%3Fx%3D1"],
  ["/search", "", "/login?next=%2Fsearch"],
  ["/", "", "/login"],
  ["/register", "", "/login"],
  ["/register", "?next=%2Fprofile", "/login?next=%2Fprofile"],
])("signing in from %s%s leads to %j", (pathname, search, address) => {
  expect(signInFrom("/login", { pathname, search })).toBe(address);
});
