import { expect, test } from "vitest";
import { type ApiAnswer, PageSources } from "./page-sources.ts";

const call = () => new Request("http://site.test/api/cars");
const answer: ApiAnswer = { status: 200, headers: new Headers(), text: "[]" };

test("an answer for which a page may not have waited is none that it was made from", async () => {
  const clock = { now: 0 };
  const answeredAfter = async (wait: number): Promise<PageSources> => {
    const sources = new PageSources(() => clock.now);
    await sources.carry(call(), async () => {
      clock.now += wait;
      return answer;
    });
    return sources;
  };
  expect((await answeredAfter(9_000)).areKnown).toBe(true);
  expect((await answeredAfter(15_000)).areKnown).toBe(false);
});

test("is as it was where status, headers and text are", async () => {
  const sources = new PageSources(() => 0);
  await sources.carry(call(), async () => answer);
  const others: ApiAnswer[] = [
    { ...answer, status: 206 },
    { ...answer, headers: new Headers({ "X-Total-Count": "1" }) },
    { ...answer, text: "[1]" },
  ];
  expect(await sources.holdStill(async () => ({ ...answer, headers: new Headers() }))).toBe(true);
  for (const other of others) expect(await sources.holdStill(async () => other)).toBe(false);
});
