import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "#contract/endpoints.ts";
import { readCalls, uncalledEndpoints } from "./endpoints.ts";
import { kindOfFault, shrink } from "./shrink.ts";
import { generateStory, type Story, storySchema } from "./story.ts";

const options = { seed: 7, days: 5, people: 20, dealers: 2, stepsADay: 20 };

test("the same seed gives the same story, in chronological order, and JSON preserves it", () => {
  const story = generateStory(options);
  expect(generateStory(options)).toEqual(story);
  expect(generateStory({ ...options, seed: 8 })).not.toEqual(story);
  expect(story.steps.map(({ at }) => at)).toEqual(story.steps.map(({ at }) => at).toSorted((a, b) => a - b));
  expect(storySchema.parse(JSON.parse(JSON.stringify(story)))).toEqual(story);
});

async function fails({ steps }: Story): Promise<boolean> {
  return ["publish", "deleteCar"].every((name) => steps.some((step) => step.do === name));
}

test("a failing story shrinks to the steps that make it fail", async () => {
  const story = generateStory(options);
  const { story: short } = await shrink(story, fails, Date.now() + 5_000);
  expect(short.steps.map((step) => step.do).toSorted()).toEqual(["deleteCar", "publish"]);
});

test("the same fault of two people is of one kind", () => {
  const one = kindOfFault("2027-03-02T07:30:03.225Z day 1: nobody awaits the mail to njeriu-1@year.example");
  const other = kindOfFault(
    "2027-04-02T07:30:03.225Z step 91 sell: nobody awaits the mail to njeriu-7@year.example",
  );
  expect(one).toBe(other);
});

test("an endpoint without a successful call is reported", () => {
  expect(uncalledEndpoints([])).toHaveLength(Object.keys(endpoints).length - 2);
  expect(uncalledEndpoints(["GET /api/cars/my", "PUT /api/cars/1234/sold"])).not.toContain(
    "PUT /api/cars/{id}/sold",
  );
  expect(uncalledEndpoints(["GET /api/cars/my"])).toContain("GET /api/cars/{id}");
});

test("every endpoint of the contract is named by an action or left out with a reason", async () => {
  const folder = import.meta.dirname;
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const sources = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  // A new endpoint needs an action, or its reason in endpoints.ts.
  expect(uncalledEndpoints(sources.flatMap(readCalls))).toEqual([]);
});

test("a call that a source names stands for the endpoint with an id, and for no other", () => {
  const calls = readCalls(
    'ask("GET /api/cars?limit=1"); ask(`PUT /api/cars/${car.id}/sold`); ask(`GET /api/me/${path}`)',
  );
  expect(calls).toEqual(["GET /api/cars", "PUT /api/cars/x/sold", "GET /api/me/x"]);
  expect(uncalledEndpoints(calls)).not.toContain("PUT /api/cars/{id}/sold");
  expect(uncalledEndpoints(calls)).toContain("GET /api/me/favourites");
});
