import { tariffWords as words } from "./tariff-words.ts";
import type { TariffLine, TariffTerms } from "#domain/tariffs/tariff.ts";

/** One difference of two tariffs; null: that tariff lacks it. */
export interface TariffDifference {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

function* lineFacts(line: TariffLine): Generator<[field: string, said: string]> {
  const name = words.lineName(line);
  yield [words.labelOf(name), line.label];
  if (line.kind !== "table") yield [name, words.amountOf(line)];
  for (const cell of line.table ?? []) yield [words.cellName(name, cell), words.euro(cell.amount)];
  yield [words.certaintyOf(name), words.certainties[line.certainty]];
}

/** Everything in a tariff as texts by topic. */
function facts(terms: TariffTerms): Map<string, string> {
  return new Map([
    ...words.termFacts(terms),
    ...terms.lines.flatMap((line): [field: string, said: string][] => [...lineFacts(line)]),
  ]);
}

/** The differences an admin sees before activating a tariff; without an earlier tariff, all of it. */
export function tariffDifferences(before: TariffTerms | null, after: TariffTerms): TariffDifference[] {
  const [was, is] = [before === null ? new Map<string, string>() : facts(before), facts(after)];
  const fields = new Set([...is.keys(), ...was.keys()]);
  return [...fields]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((one) => one.before !== one.after);
}
