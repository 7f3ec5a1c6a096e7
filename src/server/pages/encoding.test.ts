import { expect, test } from "vitest";
import { chooseEncoding, type Encoding } from "./encoding.ts";

const all: Encoding[] = ["br", "gzip", "identity"];

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["identity", "identity"],
  ["deflate", "identity"],
  ["GZIP;q=0.5", "gzip"],
  ["", "identity"],
] as const)("Accept-Encoding %j selects %s", (accepted, expected) => {
  expect(chooseEncoding(accepted, all)).toBe(expected);
});

test("without the header or without a compressed form the bytes are sent unchanged", () => {
  expect(chooseEncoding(null, all)).toBe("identity");
  expect(chooseEncoding("br, gzip", ["identity"])).toBe("identity");
});
