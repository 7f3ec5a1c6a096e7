import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createFeedStreams } from "./feed-streams.ts";

async function* parts(...all: string[]): AsyncGenerator<string> {
  yield* all;
}

async function* failing(): AsyncGenerator<string> {
  yield "a";
  throw new Error("The database is away.");
}

/** Parts without an end; `ended` once nobody wants more. */
function endless() {
  const state = { read: 0, ended: false };
  async function* more(): AsyncGenerator<string> {
    try {
      for (;;) {
        state.read += 1;
        yield "x";
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, parts: more() };
}

test("an empty part does not end a streamed feed", async () => {
  const streams = createFeedStreams();
  expect(await text(streams.open(parts("a", "", "", "b", ""), "a"))).toBe("ab");
});

test("a streamed feed reads a part when the client takes it", async () => {
  const { state, parts: all } = endless();
  const reader = createFeedStreams().open(all, "a").getReader();
  expect(state.read).toBe(0);
  await reader.read();
  expect(state.read).toBe(1);
  await reader.cancel();
  await expect.poll(() => state.ended).toBe(true);
});

test("a client who goes, a feed that ends and one that fails free their places", async () => {
  const streams = createFeedStreams({ maxAtOnce: 1, maxOfOne: 1, longest: 60_000 });
  await streams.open(endless().parts, "a").cancel();
  expect(await text(streams.open(parts("a"), "a"))).toBe("a");
  await expect(text(streams.open(failing(), "a"))).rejects.toThrow("away");
  const open = streams.open(endless().parts, "a");
  expect(() => streams.open(parts("a"), "a")).toThrow("overloaded");
  await open.cancel();
  expect(await text(streams.open(parts("b"), "a"))).toBe("b");
});

test("an address that reads four feeds slowly leaves the other places to others", async () => {
  const streams = createFeedStreams();
  const slow = Array.from({ length: 4 }, () => streams.open(endless().parts, "a"));
  expect(() => streams.open(parts("x"), "a")).toThrow("overloaded");
  expect(await text(streams.open(parts("x"), "b"))).toBe("x");
  await slow[0]?.cancel();
  expect(await text(streams.open(parts("x"), "a"))).toBe("x");
});

test("a client who stops reading is cut off and gives its place back", async () => {
  const streams = createFeedStreams({ maxAtOnce: 1, maxOfOne: 1, longest: 20 });
  const { state, parts: all } = endless();
  const reader = streams.open(all, "a").getReader();
  await reader.read();
  await expect(reader.closed).rejects.toThrow("overloaded");
  await expect.poll(() => state.ended).toBe(true);
  expect(await text(streams.open(parts("a"), "a"))).toBe("a");
});
