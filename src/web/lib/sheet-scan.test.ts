import { afterEach, expect, test, vi } from "vitest";
import { noteSheetScan } from "./sheet-scan.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page opened from a window sheet's code tells the scan once and loses its marker", async () => {
  const told: { path: string; body: Blob }[] = [];
  const tab = { href: "https://vetura.example/car/7?nga=fleta" };
  vi.stubGlobal("location", tab);
  vi.stubGlobal("history", {
    state: { key: "a" },
    replaceState: (state: unknown, _: string, address: string) => {
      expect(state).toEqual({ key: "a" });
      tab.href = address;
    },
  });
  vi.stubGlobal("navigator", { sendBeacon: (path: string, body: Blob) => told.push({ path, body }) });
  noteSheetScan("7");
  noteSheetScan("7");
  expect(tab.href).toBe("https://vetura.example/car/7");
  expect(told.map(({ path }) => path)).toEqual(["/api/cars/7/events"]);
  expect(await told[0]?.body.text()).toBe('{"kind":"sheet_scan"}');
});
