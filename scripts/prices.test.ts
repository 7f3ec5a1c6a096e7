import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const header = "id,brand,model,year,mileageKm,fuel,type,powerKw,engineCc,priceEur";
const train = Array.from({ length: 400 }, (_, number) => {
  const age = number % 17;
  const price = Math.round(20_000 * 0.9 ** age * (1 + ((number * 37) % 11) / 60));
  return `${number},Opel,Corsa,${2019 - age},${(age + 1) * 14_000},Diesel,Hatchback,70,1300,${price}`;
});
const test = [
  "7,Opel,Corsa,2012,100000,Diesel,Hatchback,70,1300,",
  '"a,b",Opel,Unheard,2012,100000,Diesel,Hatchback,70,1300,5000',
  "8,Opel,Corsa,2010,0,,,,,1",
  "9,Opel,Corsa,,100000,Diesel,Hatchback,70,1300,5000",
];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "prices-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const flip = (line: string) => [...line.split(",").toReversed(), "more"].join(",");

async function run(first: readonly string[], second: readonly string[]) {
  const [one, other] = [join(folder, "train.csv"), join(folder, "test.csv")];
  await Promise.all([writeFile(one, first.join("\n")), writeFile(other, second.join("\r\n"))]);
  return await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ["scripts/prices.ts", one, other], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

it("prices prints a line for each car of the second file, in its order, and the time of the fit on standard error", async () => {
  const { code, stdout, stderr } = await run([`\uFEFF${header}`, ...train, ""], [header, ...test, ""]);
  expect(stderr).toMatch(/^fit: \d+\.\d\d s, 400 cars$/m);
  const lines = stdout.split("\n");
  expect(lines[0]).toBe("id,status,estimate,low,high");
  expect(lines[1]).toMatch(/^7,rated,\d+,\d+,\d+$/);
  expect(lines[2]).toBe('"a,b",none,,,');
  expect(lines[3]).toMatch(/^8,(rated|range_only),\d+,\d+,\d+$/);
  expect(lines.slice(4)).toEqual(["9,none,,,", ""]);
  expect(code).toBe(0);
});

it("prices reads columns by name, in any order, and ignores others", async () => {
  const [plain, flipped] = [
    await run([header, ...train], [header, test[0] ?? ""]),
    await run([header, ...train].map(flip), [header, test[0] ?? ""].map(flip)),
  ];
  expect(flipped.stdout).toBe(plain.stdout);
});

it("prices reports an error's line and column on standard error, prints nothing and exits with 1", async () => {
  const faults: [string[], RegExp][] = [
    [
      [header, "1,Opel,Corsa,2012,many,Diesel,Hatchback,70,1300,5000"],
      /test\.csv, line 2, column 5 \(mileageKm\)/,
    ],
    [[header, test[0] ?? "", "1,Opel,Corsa,2012"], /test\.csv, line 3, column 5: 4 columns/],
    [[header, `${test[0]}1,2`], /test\.csv, line 2, column 11: 11 columns/],
    [[header.replace("powerKw", "power")], /test\.csv, line 1: the header lacks the column powerKw/],
    [[], /test\.csv, line 1: the header is missing/],
    [[header, '1,"Opel,Corsa'], /test\.csv.*line 2/],
  ];
  for (const [lines, message] of faults) {
    const { code, stdout, stderr } = await run([header, ...train], lines);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([1, ""]);
  }
});
