import { type Word, wordsOf } from "#domain/search/words.ts";
import {
  freeMail,
  type Idea,
  ideas,
  linkPattern,
  mailPattern,
  otherMeanings,
  riskySites,
  usualSites,
} from "./money-ahead-words.ts";

/** A place of a sentence where an idea stands. */
interface Hit {
  readonly idea: Idea;
  readonly at: number;
  readonly length: number;
  readonly denied: boolean;
}

/** Sentence by sentence: what one says does not deny another. */
const sentenceEnd = /[!?;\n|•·]|\.(?!\d)/;
const clauseEnd = /[,:()]|\s[-–—]\s/;

const denials = new Set(
  (
    "pa jo nuk s ska skam nk asnje asni mos zero mospranim ohne kein keine keinen keiner nicht without no not never dont don askujt"
  ).split(" "),
);
/** A denial does not reach over these. */
const turns = new Set("por kurse ndersa qe vetem pasi sepse derisa but only aber sondern nur para".split(" "));
/** "Nëse nuk dërgoni kapar": a condition, and no denial. */
const conditions = new Set("nese qofte if unless wenn po deri derisa".split(" "));
const denialWay = 7;
/** "Kapari nuk kërkohet", but not "kapari nuk kthehet". */
const deniedAfter =
  /^(?:jo|no|nein)$|^(?:nuk|s|nk|ska|nicht|not|is not|ist nicht)(?: (?:eshte|ka|kam|kemi|do|te|ju|u|i|e))* ?(?:kerko\w*|nevoj\w*|merr\w*|marr\w*|prano\w*|dua|duam|duhet|behet|paguhet|ka|kam|kemi|required|needed|notig|erforderlich|erwunscht|dhen\w*|jap)?(?: |$)/;
const needsDenial =
  /^(?:nuk|s|nk|nicht|not)(?: (?:eshte|do|te|ju|u|i|e))* (?!kerko|nevoj|merr|marr|prano|dua|duam|duhet|behet|paguhet|ka|kam|kemi|required|needed|notig|erforderlich|erwunscht|dhen|jap)/;

function isWord(pattern: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  if (pattern === "#") return /^\d/.test(word);
  return pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : pattern === word;
}

function startsAt(phrase: readonly string[], words: readonly string[], at: number): boolean {
  return phrase.every((pattern, index) => isWord(pattern, words[at + index]));
}

const phrasesOf = new Map<Idea, (readonly string[])[]>();
for (const [idea, phrases] of Object.entries(ideas))
  if (isIdea(idea)) phrasesOf.set(idea, phrases.map((phrase) => phrase.split(" ")));
const otherPhrases = otherMeanings.map((phrase) => phrase.split(" "));

function isIdea(name: string): name is Idea {
  return Object.hasOwn(ideas, name);
}

/** Whether what stands at `at` is denied in its clause. */
function isDenied(words: readonly string[], at: number, length: number): boolean {
  const after = words.slice(at + length, at + length + 4).join(" ");
  if (deniedAfter.test(after) && !needsDenial.test(after)) return true;
  for (let index = at - 1; index >= 0 && at - index <= denialWay; index--) {
    const word = words[index] ?? "";
    if (denials.has(word)) {
      if (word === "asnje" || word === "asni") continue;
      if (conditions.has(words[index - 1] ?? "")) return false;
      // "Pa kapar nuk e mbaj", "nuk e mbaj pa kapar": without it there is nothing.
      const isWithout = word === "pa" || word === "ohne" || word === "without";
      return !(isWithout && isDeniedElsewhere(words, index));
    }
    if (turns.has(word)) return false;
  }
  return words[at - 1] === "asnje" || words[at - 1] === "asni";
}

const plainDenials = new Set("nuk s ska nk asnje kein keine nicht no not never".split(" "));

function isDeniedElsewhere(words: readonly string[], at: number): boolean {
  return words.some((word, index) => index !== at && Math.abs(index - at) <= denialWay && plainDenials.has(word));
}

function hitsIn(words: readonly string[], wasDenied: boolean): Hit[] {
  const hits: Hit[] = [];
  const taken = new Set<number>();
  for (let at = 0; at < words.length; at++) {
    const other = otherPhrases.find((phrase) => startsAt(phrase, words, at));
    for (let index = 0; index < (other?.length ?? 0); index++) taken.add(at + index);
  }
  for (const [idea, phrases] of phrasesOf) {
    for (let at = 0; at < words.length; at++) {
      if (taken.has(at)) continue;
      const length = Math.max(
        0,
        ...phrases.filter((phrase) => startsAt(phrase, words, at)).map((phrase) => phrase.length),
      );
      if (length === 0) continue;
      // "Pa kapar, parapagim apo transport": a list that begins with a denial.
      const isListed = wasDenied && at <= 1;
      hits.push({ idea, at, length, denied: isListed || isDenied(words, at, length) });
    }
  }
  return hits;
}

interface Sentence {
  readonly has: (idea: Idea) => boolean;
  readonly said: (idea: Idea) => boolean;
  /** Whether both are said, within so many words of one clause. */
  readonly near: (one: Idea, other: Idea, distance: number) => boolean;
  readonly links: readonly string[];
  readonly mails: readonly string[];
}

function read(text: string): Sentence {
  const mails = text.match(mailPattern) ?? [];
  const withoutMails = text.replace(mailPattern, " ");
  const links = withoutMails.match(linkPattern) ?? [];
  const plain = withoutMails.replace(linkPattern, " ").replaceAll("€", " euro ");
  const clauses: Hit[][] = [];
  let wasDenied = false;
  for (const clause of plain.split(clauseEnd)) {
    const words = wordsOf(clause).map(({ folded }: Word) => folded);
    const hits = hitsIn(words, wasDenied);
    const named = hits.filter(({ idea }) => idea === "deposit" || idea === "channel");
    wasDenied = named.length > 0 && named.every(({ denied }) => denied);
    clauses.push(hits);
  }
  const all = clauses.flat();
  return {
    links,
    mails,
    has: (idea) => all.some((hit) => hit.idea === idea),
    said: (idea) => all.some((hit) => hit.idea === idea && !hit.denied),
    near: (one, other, distance) =>
      clauses.some((hits) =>
        hits.some(
          (first) =>
            first.idea === one &&
            !first.denied &&
            hits.some(
              (second) =>
                second.idea === other && second.at !== first.at && Math.abs(second.at - first.at) <= distance,
            ),
        ),
      ),
  };
}

function isUsual(link: string): boolean {
  const lower = link.toLowerCase();
  return usualSites.some((site) => lower.includes(site));
}

/** What a sentence asks for; the first that holds is enough. */
const rules: readonly ((sentence: Sentence) => boolean)[] = [
  (it) => it.said("deposit") && !it.has("safe") && !it.has("warning"),
  (it) => it.said("channel") && !it.has("warning"),
  (it) => it.near("send", "money", 4) && !it.has("safe") && !it.has("warning"),
  (it) => it.near("send", "account", 4) && !it.has("safe"),
  (it) => it.said("pay") && it.has("money") && it.said("ahead") && !it.has("safe") && !it.has("settled"),
  (it) => it.said("account") && it.said("ahead") && !it.has("safe"),
  (it) => it.has("ship") && it.has("afterPay") && !it.has("safe"),
  (it) => it.has("ship") && (it.said("pay") || it.said("send")) && it.has("money") && !it.has("safe") && !it.has("settled"),
  (it) => it.has("ship") && it.near("pay", "ship", 4) && !it.has("safe") && !it.has("settled"),
  (it) => it.has("afterPay") && (it.has("send") || it.has("away")) && !it.has("safe"),
  (it) => it.has("away") && it.has("ship") && !it.has("safe"),
  (it) => it.has("unseen") && (it.has("ship") || it.has("money") || it.said("pay") || it.said("send")) && !it.has("safe"),
  (it) => it.has("refund") && (it.has("ship") || it.said("send") || it.said("pay")) && !it.has("safe"),
  (it) => it.near("send", "identity", 5) && !it.has("warning"),
  (it) => it.links.some((link) => !isUsual(link) && (riskySites.test(link) || it.has("click"))),
  (it) => it.mails.some((mail) => freeMail.test(mail)) && (it.has("write") || it.has("only")),
  (it) => it.has("telegram") && (it.has("write") || it.has("only")),
];

const maxPhrase = 160;
const maxPhrases = 5;

/**
 * The sentences of a description that ask for money before the car was seen, or to go on elsewhere; none where it denies
 * that ("pa kapar"), warns of it, or speaks of what is paid in person.
 */
export function asksForMoney(text: string): string[] {
  const found: string[] = [];
  for (const sentence of sentencesOf(text)) {
    if (found.length === maxPhrases) break;
    const asked = read(sentence);
    if (rules.some((rule) => rule(asked))) found.push(sentence.slice(0, maxPhrase));
  }
  return found;
}

/** Links and addresses have dots that end no sentence. */
function sentencesOf(text: string): string[] {
  const dotted = text.replace(mailPattern, keepDots).replace(linkPattern, keepDots);
  return dotted
    .split(sentenceEnd)
    .map((sentence) => sentence.replaceAll("\u0001", ".").replaceAll("\u0002", "?").trim())
    .filter((sentence) => sentence !== "");
}

function keepDots(match: string): string {
  return match.replaceAll(".", "\u0001").replaceAll("?", "\u0002");
}
