import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  cardVisitFigures,
  limitFigures,
  loginFigures,
  mailsToOneAddress,
  vinChecksOfCar,
  vinGuesses,
  vinsOfFiles,
  type Window,
} from "./limit-figures.ts";

function span(seconds: number): string {
  if (seconds % 86_400 === 0) return "1 day";
  return seconds % 3600 === 0 ? "1 h" : `${seconds / 60} min`;
}

const perHour = ({ times, seconds }: Window) => (times * 3600) / seconds;

const list = (windows: readonly Window[]) =>
  windows.map(({ times, seconds }) => `${times} in ${span(seconds)}`).join(", ");

test("docs/operations/limits.md shows the current limits", async () => {
  const operations = await readFile(new URL("../../../docs/operations/limits.md", import.meta.url), "utf8");
  const rows = [
    ...Object.entries(limitFigures).map(
      ([name, { person, address }]) => `| ${name} | ${list(person)} | ${list(address)} |`,
    ),
    `| login, unknown devices together | ${list(loginFigures.accountFromStrangers)} | ${list(loginFigures.address)} |`,
    `| login, each known device | ${list(loginFigures.accountFromKnownDevice)} | ${list(loginFigures.address)} |`,
    `| card sessions asked about | ${list(cardVisitFigures.session)} (a session) | ${list(cardVisitFigures.address)} |`,
    `| comparisons with one car's identification number | ${list(vinChecksOfCar)} (an account and car) | |`,
    `| identification numbers that look alike, given to cars | ${list(vinGuesses)} (an account) | |`,
    `| identification numbers in files of stock | ${list(vinsOfFiles)} (an account) | |`,
    `| password links to one mailbox | ${list(mailsToOneAddress)} | |`,
    `| links that prove an address, to one mailbox | ${list(mailsToOneAddress)} | |`,
  ];
  const lines = new Set(operations.split("\n"));
  expect(rows.filter((row) => !lines.has(row))).toEqual([]);
});

test("the limit of an address is several times the limit of a person, since mobile networks share addresses", () => {
  for (const { person, address } of Object.values(limitFigures)) {
    const strictest = Math.min(...address.map(perHour));
    expect(strictest).toBeGreaterThanOrEqual(5 * Math.min(...person.map(perHour)));
  }
});
