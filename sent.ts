import { readFileSync } from "node:fs";
import { asksForMoney } from "#domain/review/asks-for-money.ts";
const dir = process.argv[2] ?? "";
for (const kind of ["fraud", "honest"]) {
  const lines = readFileSync(`${dir}/${kind}.txt`, "utf8").split("\n").filter((l) => l.trim() !== "");
  const hits = lines.filter((l) => asksForMoney(l).length > 0);
  console.log(kind, hits.length, "of", lines.length);
  if (process.argv[3] === "show") for (const l of kind === "fraud" ? lines.filter((x) => !hits.includes(x)) : hits) console.log("   ", l);
}
