import { expect, test } from "vitest";
import { configurationFaultsOf, isPublicAddress } from "./configuration.ts";

const good = {
  publicUrl: "https://vetura.test",
  trustedProxies: ["127.0.0.1"],
  rateLimits: true,
  environment: "production",
};

test("each fault of a public site's configuration is named, and a good one has none", () => {
  expect(configurationFaultsOf(good)).toEqual([]);
  expect(configurationFaultsOf({ ...good, publicUrl: "http://vetura.test" })).toEqual(["no_https"]);
  expect(configurationFaultsOf({ ...good, trustedProxies: [] })).toEqual(["no_proxy"]);
  expect(configurationFaultsOf({ ...good, trustedProxies: ["10.0.0.1", "::/0"] })).toEqual(["any_proxy"]);
  expect(configurationFaultsOf({ ...good, rateLimits: false, environment: "test" })).toEqual([
    "limits_off",
    "not_production",
  ]);
});

test("a site for its own machine may be configured as it likes, unless it has https", () => {
  const loose = { ...good, trustedProxies: [], rateLimits: false, environment: "test" };
  for (const publicUrl of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
    expect(isPublicAddress(publicUrl)).toBe(false);
    expect(configurationFaultsOf({ ...loose, publicUrl })).toEqual([]);
  }
  expect(configurationFaultsOf({ ...loose, publicUrl: "https://localhost" })).toContain("limits_off");
});
