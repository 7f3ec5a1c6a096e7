import { describe, expect, test } from "vitest";
import { carBrands } from "./car-brands.ts";
import { isMaskedVin, isSealedVin, makeOfVin, maskVin, maskWrongVin, normaliseVin } from "./vin.ts";
import { brandsByMakerCode } from "./vin-makers.ts";

const vin = "WVWZZZ1KZAW123456";

describe("an identification number", () => {
  test("is read without spaces and whatever its case", () => {
    expect(normaliseVin("  wvw zzz 1kz aw 123456\n")).toBe(vin);
  });

  test.each([
    ["an I", "WVWZZZ1KZAW12345I"],
    ["an O", "WVWZZZ1KZAWO23456"],
    ["a Q", "WVWQZZ1KZAW123456"],
    ["16 characters", vin.slice(1)],
    ["18 characters", `${vin}1`],
    ["a hyphen", "WVW-ZZ1KZAW123456"],
    ["Cyrillic letters", vin.replace("A", "А")],
    ["Greek letters", vin.replace("Z", "Ζ")],
    ["letters of full width", vin.replace("W", "Ｗ")],
    ["a letter whose capital is one of ASCII", vin.replace("W", "ı")],
    ["nothing", ""],
    ["a long text", "A".repeat(100_000)],
  ])("with %s is none", (_, text) => {
    expect(normaliseVin(text)).toBeNull();
  });

  test("shows its first three and last four characters", () => {
    expect(maskVin(vin)).toBe("WVW••••••••••3456");
    expect(isMaskedVin(maskVin(vin))).toBe(true);
    expect(isMaskedVin(vin)).toBe(false);
    expect(isSealedVin(vin)).toBe(false);
  });

  test("that is mistyped shows no more", () => {
    expect(maskWrongVin(vin.slice(1))).toBe("VWZ•••••••••3456");
  });
});

describe("a maker's code", () => {
  test("is compared with the car's brand, also of a masked number", () => {
    expect(makeOfVin(vin, "Volkswagen")).toBe("match");
    expect(makeOfVin(maskVin(vin), "Audi")).toBe("mismatch");
    expect(makeOfVin(vin.replace("WVW", "ZZZ"), "Audi")).toBe("unknown");
    // One factory, two brands.
    expect(makeOfVin(vin.replace("WVW", "VSS"), "Cupra")).toBe("match");
  });

  test("names brands of the catalogue, and stands in the table once", () => {
    for (const [code, brands] of brandsByMakerCode) {
      expect(code).toMatch(/^[A-HJ-NPR-Z0-9]{3}$/);
      expect([code, brands.filter((brand) => !carBrands.includes(brand))]).toEqual([code, []]);
    }
  });
});
