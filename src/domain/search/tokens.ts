import { type Word, wordsOf } from "./words.ts";

/** A word of a query with the signs around it, which matter beside figures: "2015+", "€5000", "5-7". */
export interface Token extends Word {
  /** Signs between the previous token and this one, without spaces. */
  before: string;
  /** Signs between this token and the next one, without spaces. */
  after: string;
}

/** Suffixes of figures: "10mije", "8000euro", "150000km", "5000e", "10k", "7ulese". */
const figureWithUnit =
  /^(\d+)(k|tkm|mi|mij|mije|mijesh|mijsh|mijshe|e|eu|eur|euro|euros|eurosh|km|kilometra|ulese|ulesh|ulse|ulsh|uls|vende|vendesh|vendsh|vend|dyer|dyersh|ks|ps|kw|hp|kuaj)$/;
/** "2012ta", "2015shi": a year as a car's name. */
const declinedYear = /^((?:19|20)\d{2})(?:a|ta|tes|ten|sh|she|shi|shin|shit|es|en|it|in|i)$/;
/** Prefixes of figures: "deri5000", "viti2015". */
const operatorWithFigure =
  /^(deri|nen|mbi|max|min|nga|prej|rreth|pas|para|viti|vitit|od|do|ab|bis)(\d{4,7})$/;

function split(word: Word): Word[] {
  const year = declinedYear.exec(word.folded)?.[1];
  if (year !== undefined) return [{ ...word, folded: year }];
  const joined = figureWithUnit.exec(word.folded) ?? operatorWithFigure.exec(word.folded);
  const [, first = "", second = ""] = joined ?? [];
  // Folding may change a text's length: then it cannot be split.
  if (joined === null || word.text.length !== word.folded.length) return [word];
  const cut = word.start + first.length;
  return [
    { text: word.text.slice(0, first.length), folded: first, start: word.start, end: cut },
    { text: word.text.slice(first.length), folded: second, start: cut, end: word.end },
  ];
}

/** "Viti 08", "passat 08" and "golf '14" are 2008 and 2014; "05/2012" is a month. */
function wholeYears(words: readonly Word[], q: string): Word[] {
  return words.map((word, index) => {
    const last = words[index - 1];
    const isCalled = /^vit(?:i|it|in)?$/.test(last?.folded ?? "");
    const isShort =
      q.slice(last?.end ?? 0, word.start).endsWith(" '") ||
      (/^0\d$/.test(word.folded) && /[a-z]/.test(last?.folded ?? "") && /^(?:\s|$)/.test(q.slice(word.end)));
    if (!/^\d{2}$/.test(word.folded) || (!isCalled && !isShort)) return word;
    const { text, start, end, folded } = word;
    return { text, start, end, folded: `${Number(folded) >= 90 ? "19" : "20"}${folded}` };
  });
}

/** "8 000" and "12'500" are one figure. */
function joinThousands(words: readonly Word[], q: string): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const gap = last === undefined ? "" : q.slice(last.end, word.start);
    const belongs =
      last !== undefined &&
      /^[1-9]\d{0,2}$/.test(last.folded) &&
      ((/^\s$/.test(gap) && /^(?:000|500)$/.test(word.folded)) ||
        (/^['’`]$/.test(gap) && /^\d{3}$/.test(word.folded)));
    if (!belongs) {
      joined.push(word);
      continue;
    }
    joined[joined.length - 1] = {
      text: q.slice(last.start, word.end),
      folded: last.folded + word.folded,
      start: last.start,
      end: word.end,
    };
  }
  return joined;
}

/** "4 x 4", "4 motion": one word, and no generation four of the model before. */
function joinDrives(words: readonly Word[], q: string): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const [first, second, third] = words.slice(at, at + 3);
    if (first === undefined) break;
    const isCross = first.folded === "4" && second?.folded === "x" && third?.folded === "4";
    const last = isCross
      ? third
      : first.folded === "4" && /^(?:x4|motion|matic)$/.test(second?.folded ?? "")
        ? second
        : null;
    if (last === null || last === undefined) {
      joined.push(first);
      continue;
    }
    const parts = words.slice(at, words.indexOf(last) + 1);
    joined.push({
      text: q.slice(first.start, last.end),
      folded: parts.map(({ folded }) => folded).join(""),
      start: first.start,
      end: last.end,
    });
    at += parts.length - 1;
  }
  return joined;
}

/** The words of a query, at most `limit`. */
export function tokensOf(q: string, limit: number): Token[] {
  const words = wholeYears(
    joinDrives(joinThousands(wordsOf(q).slice(0, limit).flatMap(split), q), q),
    q,
  ).slice(0, limit);
  const signs = (from: number, to: number) => q.slice(from, to).replaceAll(/\s/g, "");
  return words.map((word, index) => {
    const { text, folded, start, end } = word;
    const before = signs(words[index - 1]?.end ?? 0, start);
    return { text, folded, start, end, before, after: signs(end, words[index + 1]?.start ?? q.length) };
  });
}
