import { expect, test } from "vitest";
import { joinNames } from "./join-names.ts";

test("tables with different names are joined, and the same thing may come twice", () => {
  const mail = { run: 1 };
  expect(joinNames("tasks", { mail }, { other: { run: 2 } }, { mail })).toEqual({ mail, other: { run: 2 } });
});

test("a name that two tables give to different things is refused", () => {
  expect(() => joinNames("tasks", { mail: { run: 1 } }, { mail: { run: 1 } })).toThrow(
    "Two tasks are named mail.",
  );
});
