import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLate } from "./start-late.ts";

const photo = {};
const listeners = new Map<string, () => void>();
const start = vi.fn<() => void>();
let tellPaint: (element: unknown) => void;

function open(firstPhoto: object | null): void {
  vi.stubGlobal("document", { querySelector: () => firstPhoto });
  startLate(start, 500, 2000);
}

beforeEach(() => {
  vi.useFakeTimers();
  start.mockClear();
  listeners.clear();
  vi.stubGlobal("addEventListener", (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      constructor(callback: (list: { getEntries: () => { element: unknown }[] }) => void) {
        tellPaint = (element) => callback({ getEntries: () => [{ element }] });
      }
      observe(): void {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the scripts start in a task of their own after the paint of the first photo, and only once", () => {
  open(photo);
  tellPaint(photo);
  expect(start).not.toHaveBeenCalled();
  vi.runAllTimers();
  listeners.get("pointerdown")?.();
  expect(start).toHaveBeenCalledTimes(1);
});

test("a text that is painted before the photo does not start the scripts", () => {
  open(photo);
  tellPaint({});
  vi.advanceTimersByTime(1_999);
  expect(start).not.toHaveBeenCalled();
});

test("the first paint starts the scripts of a page without a photo", () => {
  open(null);
  tellPaint({});
  vi.advanceTimersByTime(0);
  expect(start).toHaveBeenCalledTimes(1);
});

test("a touch or a key starts the scripts at once", () => {
  for (const type of ["pointerdown", "keydown"]) {
    start.mockClear();
    open(photo);
    listeners.get(type)?.();
    expect(start, type).toHaveBeenCalledTimes(1);
  }
});

test("half a second after everything has loaded the scripts start without a paint of the photo", () => {
  open(photo);
  listeners.get("load")?.();
  vi.advanceTimersByTime(499);
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(start).toHaveBeenCalledTimes(1);
});

test("two seconds after the page the scripts start whatever is missing", () => {
  open(photo);
  vi.advanceTimersByTime(2_000);
  expect(start).toHaveBeenCalledTimes(1);
});
