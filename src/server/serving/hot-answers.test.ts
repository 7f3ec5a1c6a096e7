import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { HotAnswers } from "./hot-answers.ts";

const shared = { "content-type": "application/json", "cache-control": "public, no-cache" };
const request = (path = "/api/cars", init?: RequestInit) => new Request(`http://site.test${path}`, init);

/** An API that says how often it was asked. */
function api(headers: Record<string, string> = shared, status = 200, size = 2_000) {
  const clock = { now: 1_000 };
  const hot = new HotAnswers(() => clock.now);
  let asked = 0;
  const answer = (sent = request()) =>
    hot.answer(sent, async () => {
      asked += 1;
      return new Response(`${asked} ${"ë".repeat(size)}`, { status, headers });
    });
  const ask = async (sent?: Request) => Number.parseInt(await (await answer(sent)).text(), 10);
  const askOften = async (times: number, sent?: () => Request) => {
    const answers: number[] = [];
    for (let i = 0; i < times; i += 1) answers.push(await ask(sent?.()));
    return answers;
  };
  return { clock, answer, ask, askOften, asked: () => asked };
}

test("what a crowd asks for is answered once for all, for a quarter of a second", async () => {
  const { clock, askOften } = api();
  expect(await askOften(12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8]);
  clock.now += 249;
  expect(await askOften(2)).toEqual([8, 8]);
  clock.now += 1;
  expect(await askOften(9)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 16]);
});

test("a crowd at once waits for one answer", async () => {
  const { ask, asked } = api();
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask()));
  expect(asked()).toBe(8);
  expect(answers.filter((answer) => answer === 8)).toHaveLength(33);
});

test("whoever asks a few times sees each change", async () => {
  const { clock, askOften } = api();
  for (let round = 0; round < 5; round += 1) {
    expect(await askOften(7)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => n + round * 7));
    clock.now += 250;
  }
});

test("each gets it as it takes it, and other addresses are other answers", async () => {
  const { answer, askOften } = api();
  await askOften(8);
  const packed = await answer(request("/api/cars", { headers: { "accept-encoding": "gzip" } }));
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(packed.headers.get("vary")).toBe("Accept-Encoding");
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toMatch(/^8 ë/);
  expect(await askOften(1, () => request("/api/cars?page=2"))).toEqual([9]);
});

describe("is asked each time", () => {
  test.each<[string, RequestInit]>([
    ["with a cookie", { headers: { cookie: "vetura_session=x" } }],
    ["with a bearer", { headers: { authorization: "Bearer x" } }],
    ["for a part", { headers: { range: "bytes=0-1" } }],
    ["for what is new", { headers: { "if-none-match": '"x"' } }],
    ["to write", { method: "POST" }],
  ])("%s", async (_, init) => {
    const { ask, askOften, asked } = api();
    await askOften(9);
    const before = asked();
    await askOften(10, () => request("/api/cars", init));
    expect(asked() - before).toBe(10);
    // And nobody else gets what those were told.
    expect(await ask()).toBe(8);
  });

  test.each<[string, Record<string, string>, number]>([
    ["what does not say that it is everybody's", { ...shared, "cache-control": "no-cache" }, 200],
    ["what sets a cookie", { ...shared, "set-cookie": "a=b" }, 200],
    ["a failure", shared, 503],
  ])("%s", async (_, headers, status) => {
    const { askOften, asked } = api(headers, status);
    await askOften(20);
    expect(asked()).toBe(20);
  });

  test("what is very large, and it comes whole", async () => {
    const { answer, askOften, asked } = api(shared, 200, 200_000);
    await askOften(20);
    expect(asked()).toBe(20);
    expect((await (await answer()).text()).length).toBe("21 ".length + 200_000);
  });
});

test("a call that fails, fails for the one who made it", async () => {
  const hot = new HotAnswers(() => 0);
  let calls = 0;
  const ask = () =>
    hot.answer(request(), () => {
      calls += 1;
      return calls === 8 ? Promise.reject(new Error("broken")) : Promise.resolve(new Response("x"));
    });
  const answers = await Promise.allSettled(Array.from({ length: 20 }, ask));
  expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
});
