import { getEventListeners } from "node:events";
import { readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { AppError } from "#server/http/app-error.ts";
import { createLogger } from "#server/log.ts";
import { codedItem, gridItems, heicFile, heifFile } from "#testing/heic.ts";
import { fourColours, noise } from "#testing/pictures.ts";
import { judgePicture } from "./judge-picture.ts";
import type { SoundPicture } from "./picture-verdict.ts";
import { PhotoWorkers, type PhotoWorkersOptions } from "./photo-workers.ts";

// Pictures take their time on a busy machine; no test here measures it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let small: SoundPicture;
/** Takes the better part of a second. */
let large: SoundPicture;
const pools: PhotoWorkers[] = [];

beforeAll(async () => {
  small = sound(await fourColours().jpeg().toBuffer());
  large = sound(await noise(1200, 1200).jpeg().toBuffer());
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function sound(bytes: Uint8Array): SoundPicture {
  const verdict = judgePicture(bytes);
  if (!verdict.ok) throw new Error(verdict.detail);
  return verdict;
}

function pool(options: Partial<PhotoWorkersOptions> = {}): PhotoWorkers {
  const workers = new PhotoWorkers({ log: createLogger(() => undefined), ...options });
  pools.push(workers);
  return workers;
}

/** Waits until all processes of the pool are at work, and none of them is one that we killed; their ids. */
async function atWork(workers: PhotoWorkers, killed = 0): Promise<number[]> {
  for (;;) {
    const { pids } = workers;
    if (pids.length > 0 && workers.underWay === pids.length && !pids.includes(killed)) return pids;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Kills a process of the pool while it is at work. Returns its id. */
async function killOneAtWork(workers: PhotoWorkers, killed = 0): Promise<number> {
  const [pid = 0] = await atWork(workers, killed);
  process.kill(pid, "SIGKILL");
  return pid;
}

/** What the system says about a process's memory. */
async function megabytes(pid: number | undefined, figure: "VmRSS" | "VmHWM"): Promise<number> {
  if (process.platform !== "linux") return 0;
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

describe("a pool of photo workers", () => {
  test("the pool renders pictures of several people at once", async () => {
    const workers = pool();
    const outcomes = await Promise.all(["a", "b", "c", "a"].map((owner) => workers.render(small, owner)));
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, true, true]);
  });

  test("a picture whose process is killed is rendered again in a new process", async () => {
    const workers = pool({ size: 2 });
    const under = Promise.all(["a", "b", "c"].map((owner) => workers.render(large, owner)));
    await killOneAtWork(workers);
    expect((await under).every((outcome) => outcome.ok)).toBe(true);
    expect(await workers.render(small, "f")).toMatchObject({ ok: true });
  });

  test("a picture that kills its process twice is refused, and the next one is rendered", async () => {
    const workers = pool({ size: 1 });
    const deadly = workers.render(large, "a");
    await killOneAtWork(workers, await killOneAtWork(workers));
    expect(await deadly).toMatchObject({ ok: false, reason: "too_costly" });
    expect(await workers.render(small, "b")).toMatchObject({ ok: true });
  });

  test("a picture that takes too long is refused, and the next one is rendered", async () => {
    const workers = pool({ size: 1, killAfter: 3_000 });
    const endless = workers.render(large, "a");
    await atWork(workers);
    // As a decoder in an endless loop looks from here: no answer.
    for (const pid of workers.pids) process.kill(pid, "SIGSTOP");
    expect(await endless).toMatchObject({ ok: false, reason: "too_costly", detail: "time limit" });
    expect(await workers.render(small, "b")).toMatchObject({ ok: true });
  });

  test("a pool beyond its bounds refuses at once", async () => {
    const workers = pool({ size: 1, maxWaiting: 3, maxWaitingOfOne: 2 });
    const first = workers.render(large, "a");
    const second = workers.render(small, "a");
    await atWork(workers);
    const third = workers.render(small, "a");
    expect(() => workers.assertRoom("a")).toThrow(AppError);
    expect(() => workers.render(small, "a")).toThrow(AppError);
    const other = workers.render(small, "b");
    expect(() => workers.assertRoom("c")).toThrow(expect.objectContaining({ code: "overloaded" }));
    const outcomes = await Promise.all([first, second, third, other]);
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    workers.assertRoom("a");
  });

  test("one person's many pictures do not block another person's", async () => {
    const workers = pool({ size: 1 });
    const order: string[] = [];
    const many = Array.from({ length: 6 }, () => workers.render(small, "a").then(() => order.push("a")));
    const one = workers.render(small, "b").then(() => order.push("b"));
    await Promise.all([...many, one]);
    expect(order.indexOf("b")).toBeLessThanOrEqual(2);
  });

  test("a picture whose uploader has disconnected leaves the queue", async () => {
    const workers = pool({ size: 1 });
    const first = workers.render(large, "a");
    const gone = new AbortController();
    const second = workers.render(small, "b", gone.signal);
    gone.abort();
    await expect(second).rejects.toThrow(AppError);
    expect(await first).toMatchObject({ ok: true });
  });

  test("a picture that waits too long in the queue is refused", async () => {
    const workers = pool({ size: 1, maxWait: 50 });
    const first = workers.render(large, "a");
    const second = workers.render(large, "b");
    const results = await Promise.allSettled([first, second]);
    expect(results.at(-1)).toMatchObject({ status: "rejected", reason: { code: "overloaded" } });
  });

  test("a signal that many pictures have in common holds none that is done", async () => {
    const { signal } = new AbortController();
    const workers = pool({ size: 1 });
    const pictures = [workers.render(small, "a", signal), workers.render(small, "b", signal)];
    expect(getEventListeners(signal, "abort")).toHaveLength(2);
    expect(await Promise.all(pictures)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("worker processes run at lower priority, within a memory limit and without the site's environment", async () => {
    process.env["VETURA_TEST_SECRET"] = "of the site";
    const workers = pool({ size: 1 });
    await workers.render(small, "a");
    const pid = workers.pids[0] ?? 0;
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
    if (process.platform === "linux") {
      const limits = await readFile(`/proc/${pid}/limits`, "utf8");
      expect(Number(/Max data size\s+(\d+)/.exec(limits)?.[1])).toBeLessThan(3_000_000_000);
      expect(await readFile(`/proc/${pid}/environ`, "utf8")).not.toContain("of the site");
    }
  });

  test("a HEIC of 48 megapixels is rendered within a process's limits, and its memory is released", async () => {
    const tile = codedItem("tile-512", 512, 512);
    const tiles = Array.from({ length: 16 * 12 }, () => tile);
    const largest = sound(heifFile(gridItems(16, { width: 8064, height: 6048 }, tiles)));
    const workers = pool({ size: 1 });
    await workers.render(sound(heicFile("four-colours")), "a");
    const [pid] = workers.pids;
    const before = await megabytes(pid, "VmRSS");
    expect(await workers.render(largest, "a")).toMatchObject({
      ok: true,
      photo: { width: 8064, height: 6048 },
    });
    expect(workers.pids).toEqual([pid]);
    if (process.platform === "linux") {
      expect(await megabytes(pid, "VmHWM")).toBeLessThan(900);
      // The decoder's memory alone was more than 300 MB.
      expect(await megabytes(pid, "VmRSS")).toBeLessThan(before + 100);
    }
  });

  test("closing the pool finishes what is under way and refuses the rest", async () => {
    const workers = pool({ size: 1, maxClose: 60_000 });
    await workers.render(small, "a");
    const under = workers.render(large, "a");
    const waiting = workers.render(small, "b");
    const results = Promise.allSettled([under, waiting]);
    await workers.close();
    expect(await results).toMatchObject([
      { status: "fulfilled", value: { ok: true } },
      { status: "rejected", reason: { code: "overloaded" } },
    ]);
    expect(workers.pids).toEqual([]);
  });

  test("closing the pool ends a picture that takes too long", async () => {
    const workers = pool({ size: 1, maxClose: 1 });
    await workers.render(small, "a");
    const under = Promise.allSettled([workers.render(large, "a")]);
    await workers.close();
    expect(await under).toMatchObject([{ status: "rejected" }]);
    expect(workers.pids).toEqual([]);
  });
});
