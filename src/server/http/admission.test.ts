import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Admission } from "./admission.ts";

/** A site whose clock and event loop advance only on demand. */
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate", "performance"],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function createSite(lateness?: () => number) {
  const admission = new Admission(lateness === undefined ? {} : { lateness });
  const begun: number[] = [];
  const refused: number[] = [];
  const handled = new Map<number, () => void>();
  const gone = new Set<number>();
  let last = 0;
  const arrive = (onceArrived?: (callback: () => void) => void): number => {
    const n = ++last;
    admission.take({
      start: (done) => {
        begun.push(n);
        handled.set(n, done);
      },
      refuse: () => refused.push(n),
      isGone: () => gone.has(n),
      ...(onceArrived === undefined ? {} : { onceArrived }),
    });
    return n;
  };
  return { admission, begun, refused, gone, arrive, end: (n: number) => handled.get(n)?.() };
}

/** So many that the limit of a calm site is reached. */
function fill({ arrive, admission }: ReturnType<typeof createSite>): void {
  const { limit } = admission.figures;
  while (admission.figures.running < limit) arrive();
}

/** A calm site does more and more at once, up to an end: so many that it has come to that. */
async function fillForGood(site: ReturnType<typeof createSite>): Promise<void> {
  for (let before = 0; before < site.admission.figures.limit;) {
    before = site.admission.figures.limit;
    fill(site);
    await vi.advanceTimersByTimeAsync(10);
  }
}

test("a request to a site without load begins at once", () => {
  const site = createSite();
  site.arrive();
  site.arrive();
  expect(site.begun).toEqual([1, 2]);
});

test("requests beyond the limit wait and begin in the order of arrival", () => {
  const site = createSite();
  fill(site);
  const [a, b] = [site.arrive(), site.arrive()];
  expect(site.begun).not.toContain(a);
  site.end(1);
  expect(site.begun.at(-1)).toBe(a);
  site.end(2);
  expect(site.begun.at(-1)).toBe(b);
  expect(site.refused).toEqual([]);
});

test("a short burst may wait, and a lasting queue refuses new requests at once", async () => {
  const site = createSite();
  await fillForGood(site);
  site.arrive();
  await vi.advanceTimersByTimeAsync(400);
  const patient = site.arrive();
  expect(site.refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_700);
  const late = site.arrive();
  expect(site.refused).toEqual([late]);
  expect(site.begun).not.toContain(patient);
  expect(site.admission.figures.refused).toBe(1);
});

test("a request that has waited five seconds is refused", async () => {
  const site = createSite();
  await fillForGood(site);
  const crowd = [site.arrive(), site.arrive()];
  await vi.advanceTimersByTimeAsync(4_900);
  expect(site.refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(site.refused).toEqual(crowd);
});

test("a late site lowers its limit, and a punctual and full one raises it", async () => {
  const site = createSite();
  fill(site);
  const { limit } = site.admission.figures;
  await vi.advanceTimersByTimeAsync(10);
  expect(site.admission.figures.limit).toBeGreaterThan(limit);
  const grown = site.admission.figures.limit;
  fill(site);
  // The thread was busy for 60 ms: the timer that was due comes late.
  const real = performance.now.bind(performance);
  const stuck = vi.spyOn(performance, "now").mockImplementation(() => real() + 60);
  await vi.advanceTimersByTimeAsync(10);
  stuck.mockRestore();
  expect(site.admission.figures.limit).toBeLessThan(grown);
});

test("a request whose body is still arriving takes no place", () => {
  const site = createSite();
  const body = new EventEmitter();
  const slow = site.arrive((callback) => body.once("end", callback));
  expect(site.begun).toEqual([slow]);
  expect(site.admission.figures.running).toBe(0);
  body.emit("end");
  expect(site.admission.figures.running).toBe(1);
  site.end(slow);
  expect(site.admission.figures.running).toBe(0);
});

test("a waiting request whose client has gone costs nothing", () => {
  const site = createSite();
  fill(site);
  const [a, b] = [site.arrive(), site.arrive()];
  site.gone.add(a);
  site.end(1);
  expect(site.begun).not.toContain(a);
  expect(site.begun).toContain(b);
});

test("the number of requests begun in one turn of the event loop is bounded", async () => {
  const site = createSite();
  site.arrive();
  const real = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => real() + 9);
  const next = site.arrive();
  expect(site.begun).not.toContain(next);
  later.mockRestore();
  await vi.advanceTimersByTimeAsync(0);
  expect(site.begun).toContain(next);
});

test("a site is late when its page threads are late", async () => {
  let lateness = 0;
  const site = createSite(() => lateness);
  await fillForGood(site);
  const before = site.admission.figures.limit;
  lateness = 60;
  await vi.advanceTimersByTimeAsync(50);
  expect(site.admission.figures.limit).toBeLessThan(before / 2);
});

test("a request that would wait too long at the queue's pace is refused at once", async () => {
  const site = createSite();
  await fillForGood(site);
  const crowd = (size: number) => Array.from({ length: size }, () => site.arrive());
  crowd(600);
  // A hundred a second is what an unknown site is taken for, and three seconds are what a crowd may wait.
  expect(site.refused).toHaveLength(600 - 301);
  // It turns out to be five times as fast.
  let next = 1;
  for (let ms = 0; ms < 1_000 && site.admission.figures.waiting > 0; ms += 10) {
    for (let n = 0; n < 5; n += 1) site.end(next++);
    await vi.advanceTimersByTimeAsync(10);
  }
  const before = site.refused.length;
  fill(site);
  crowd(600);
  expect(site.refused).toHaveLength(before);
});
