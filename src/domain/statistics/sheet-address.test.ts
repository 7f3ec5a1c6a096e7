import { expect, test } from "vitest";
import { sheetAddress, withoutSheetMarker } from "./sheet-address.ts";

test("the marker of a window sheet is taken out of the address, and nothing else", () => {
  const scanned = sheetAddress("https://vetura.example", "7");
  expect(scanned).toBe("https://vetura.example/car/7?nga=fleta");
  expect(withoutSheetMarker(scanned)).toBe("https://vetura.example/car/7");
  expect(withoutSheetMarker(`${scanned}&utm_source=x#details`)).toBe(
    "https://vetura.example/car/7?utm_source=x#details",
  );
});

test("an address without the marker was not scanned", () => {
  expect(withoutSheetMarker("https://vetura.example/car/7")).toBeNull();
  expect(withoutSheetMarker("https://vetura.example/car/7?nga=tjeter")).toBeNull();
});
