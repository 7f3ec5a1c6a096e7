import { type Word, wordsOf } from "#domain/search/words.ts";
import {
  farNumber,
  freeMail,
  hiddenMail,
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
  /** Its place in the sentence. */
  readonly place: number;
}

/** Sentence by sentence: what one says does not deny another. */
const sentenceEnd = /[!?;\n|•·]|\.(?!\d)/;
const clauseEnd = /[,:()]|\s[-–—]\s/;

const denials = new Set(
  "pa jo nuk s ska skam nk asnje asni mos zero mospranim ohne kein keine keinen keiner nicht without no not never dont askujt".split(
    " ",
  ),
);
/** A denial does not reach over these. */
const turns = new Set(
  "por kurse ndersa qe vetem pasi sepse derisa but only aber sondern nur para".split(" "),
);
/** "Nëse nuk dërgoni kapar": a condition, and no denial. */
const conditions = new Set("nese qofte if unless wenn po deri derisa".split(" "));
const denialWay = 7;
/** "Kapari nuk kërkohet", but not "kapari nuk kthehet". */
const deniedVerbs =
  /^(?:kerko|nevoj|merr|marr|prano|dua|duam|duhet|behet|paguhet|require|need|notig|erforderlich|erwunscht|dhen|jap)/;
const fillers = new Set("eshte ka kam kemi do te ju u i e is ist".split(" "));

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
  if (isIdea(idea))
    phrasesOf.set(
      idea,
      phrases.map((phrase) => phrase.split(" ")),
    );
const otherPhrases = otherMeanings.map((phrase) => phrase.split(" "));

function isIdea(name: string): name is Idea {
  return Object.hasOwn(ideas, name);
}

function isDenial(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  return denials.has(word) ? !isSeeing(words, at) : word === "don" && words[at + 1] === "t";
}

/** Whether a denial follows: "kapari nuk kërkohet", "parapagim: jo". */
function isDeniedBehind(words: readonly string[], from: number): boolean {
  let at = from;
  while (fillers.has(words[at] ?? "")) at++;
  const word = words[at] ?? "";
  if (word === "jo" || word === "no" || word === "nein") return words.length === at + 1;
  if (!/^(?:nuk|s|nk|ska|nicht|not)$/.test(word)) return false;
  const said = words.slice(at + 1, at + 5).find((next) => !fillers.has(next));
  return said === undefined || deniedVerbs.test(said);
}

/** Whether what stands at `at` is denied in its clause. */
function isDenied(words: readonly string[], at: number, length: number): boolean {
  if (isDeniedBehind(words, at + length)) return true;
  for (let index = at - 1; index >= 0 && at - index <= denialWay; index--) {
    const word = words[index] ?? "";
    if (isDenial(words, index)) {
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

/** "Me e pa": to see it, and no denial. */
function isSeeing(words: readonly string[], at: number): boolean {
  if (words[at] !== "pa") return false;
  return /^(?:me|e|i|ta|u|ma)$/.test(words[at - 1] ?? "") || words.length === at + 1;
}

const plainDenials = new Set("nuk s ska nk asnje kein keine nicht no not never".split(" "));

function isDeniedElsewhere(words: readonly string[], at: number): boolean {
  return words.some(
    (word, index) => index !== at && Math.abs(index - at) <= denialWay && plainDenials.has(word),
  );
}

function hitsIn(words: readonly string[], begin: number, wasDenied: boolean): Hit[] {
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
      hits.push({ idea, at, length, denied: isListed || isDenied(words, at, length), place: begin + at });
    }
  }
  return hits;
}

/** What one statement between two commas says. */
interface Clause {
  readonly hits: readonly Hit[];
  readonly words: readonly string[];
}

interface Sentence {
  /** Named at all, denied or not. */
  readonly has: (idea: Idea) => boolean;
  readonly said: (idea: Idea) => boolean;
  /** Said in a statement that speaks of nothing safe. */
  readonly saidUnsafely: (idea: Idea) => boolean;
  /** Both within so many words of a statement that speaks of nothing safe. */
  readonly near: (one: Idea, other: Idea, distance: number) => boolean;
  /** One before the other in the sentence. */
  readonly inOrder: (one: Idea, other: Idea) => boolean;
  readonly isAfterMoney: boolean;
  readonly isWithoutMoney: boolean;
  readonly links: readonly string[];
  readonly mails: readonly string[];
  readonly hasFarNumber: boolean;
}

const moneyIdeas: ReadonlySet<Idea> = new Set(["money", "pay", "send", "account", "deposit", "channel"]);
const afterWay = 5;

function named(hits: readonly Hit[], idea: Idea): boolean {
  return hits.some((hit) => hit.idea === idea);
}

/** "Pasi të bëni pagesën": the money within a few words behind it. */
function comesAfterMoney({ hits }: Clause): boolean {
  return hits.some(
    ({ idea, at }) =>
      idea === "after" &&
      hits.some((money) => moneyIdeas.has(money.idea) && money.at > at && money.at - at <= afterWay),
  );
}

/** "Pa i pa paratë nuk e tregoj": no money, nothing else. */
function isNothingWithoutMoney({ words, hits }: Clause): boolean {
  const without = words.indexOf("pa");
  if (without === -1) return false;
  const money = hits.find(({ idea, at }) => moneyIdeas.has(idea) && at > without && at - without <= afterWay);
  return money !== undefined && words.slice(money.at).some((word) => plainDenials.has(word));
}

function read(text: string): Sentence {
  const mails = [...(text.match(mailPattern) ?? []), ...(text.match(hiddenMail) ?? [])];
  const withoutMails = text.replace(mailPattern, " ").replace(hiddenMail, " ");
  const links = withoutMails.match(linkPattern) ?? [];
  const plain = withoutMails.replace(linkPattern, " ").replaceAll("€", " euro ").replaceAll("%", " perqind ");
  const clauses: Clause[] = [];
  let wasDenied = false;
  let begin = 0;
  for (const clause of plain.split(clauseEnd)) {
    const words = wordsOf(clause).map(({ folded }: Word) => folded);
    const hits = hitsIn(words, begin, wasDenied);
    begin += words.length;
    const asked = hits.filter(({ idea }) => idea === "deposit" || idea === "channel");
    wasDenied = asked.length > 0 && asked.every(({ denied }) => denied);
    clauses.push({ words, hits });
  }
  const all = clauses.flatMap(({ hits }) => hits);
  const unsafe = clauses.filter(({ hits }) => !named(hits, "safe"));
  return {
    links,
    mails,
    hasFarNumber: farNumber.test(text.replaceAll(/[ ()-]/g, "")),
    has: (idea) => named(all, idea),
    said: (idea) => all.some((hit) => hit.idea === idea && !hit.denied),
    saidUnsafely: (idea) => unsafe.some(({ hits }) => hits.some((hit) => hit.idea === idea && !hit.denied)),
    isAfterMoney: named(all, "afterPay") || clauses.some(comesAfterMoney),
    isWithoutMoney: clauses.some(isNothingWithoutMoney),
    inOrder: (one, other) =>
      all.some(
        (first) =>
          first.idea === one &&
          !first.denied &&
          all.some((second) => second.idea === other && second.place > first.place),
      ),
    near: (one, other, distance) =>
      unsafe.some(({ hits }) =>
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

/** What a sentence asks for, unless it warns of it; the first that holds is enough. */
const rules: readonly ((sentence: Sentence) => boolean)[] = [
  (it) => it.saidUnsafely("deposit"),
  (it) => it.said("channel"),
  (it) => it.near("send", "money", 4),
  (it) => it.near("send", "account", 4),
  (it) => it.saidUnsafely("pay") && it.has("money") && it.saidUnsafely("ahead") && !it.has("settled"),
  (it) => it.said("pay") && it.has("tax") && it.said("ahead") && !it.has("safe") && !it.has("settled"),
  (it) => it.said("account") && it.said("ahead") && !it.has("safe"),
  (it) => it.isWithoutMoney && !it.has("safe"),
  (it) => it.has("ship") && it.isAfterMoney && !it.has("safe"),
  (it) => it.has("meet") && it.isAfterMoney && !it.has("safe"),
  (it) => it.has("ship") && it.said("send") && it.has("money") && !it.has("safe") && !it.has("settled"),
  (it) => it.near("pay", "ship", 4) && !it.has("settled"),
  (it) => it.isAfterMoney && (it.has("send") || it.has("away")) && !it.has("safe"),
  (it) =>
    (it.inOrder("pay", "afterwards") || it.inOrder("money", "afterwards")) &&
    it.inOrder("afterwards", "meet") &&
    !it.has("safe"),
  (it) => it.has("lost") && it.has("money") && !it.has("safe"),
  (it) => it.has("held") && (it.has("money") || it.has("pay") || it.has("ship")) && !it.has("safe"),
  (it) => it.has("away") && it.has("ship") && !it.has("safe"),
  (it) =>
    it.has("unseen") &&
    (it.has("ship") || it.has("money") || it.said("pay") || it.said("send")) &&
    !it.has("safe"),
  (it) => it.has("refund") && (it.has("ship") || it.said("send") || it.said("pay")) && !it.has("safe"),
  (it) => it.near("send", "identity", 5),
  (it) => it.mails.some((mail) => isFreeMail(mail)) && (it.has("write") || it.has("only")),
  (it) => it.has("telegram") && (it.has("write") || it.has("only")),
  (it) => it.hasFarNumber,
];

/** Also beside a warning. */
function sendsElsewhere(it: Sentence): boolean {
  return it.links.some((link) => {
    const isMessenger = /\bwa\.me\b/i.test(link);
    return (!isUsual(link) && riskySites.test(link)) || ((!isUsual(link) || isMessenger) && it.has("click"));
  });
}

function isFreeMail(mail: string): boolean {
  return freeMail.test(mail.replace(/ ?[([{] ?(?:at|@|et) ?[)\]}] ?/i, "@"));
}

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
    if (sendsElsewhere(asked) || (!asked.has("warning") && rules.some((rule) => rule(asked))))
      found.push(sentence.slice(0, maxPhrase).toWellFormed());
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
