import { fold } from "#domain/text/fold.ts";

/**
 * What everyday words require of a car, decided from its text. These patterns were written before the search
 * knew such words and share no code with it, so that they can evaluate it. `text` is folded: "ë" is "e".
 */

export interface SaidCar {
  readonly brand: string;
  readonly model: string;
  readonly type: string;
  readonly fuel: string;
  readonly description: string;
  /** "2027-03"; null if unknown. */
  readonly registeredUntil: string | null;
}

type Predicate = (text: string, car: SaidCar) => boolean;

/** The evaluation's date. */
const thisMonth = "2026-11";

const says = (pattern: RegExp): Predicate => pattern.test.bind(pattern);

const awd =
  /(?<!\b(?:jo|pa) )\b(?:4 ?x ?4|quattro|4[ -]?motion|x-?drive\w*|4[ -]?matic|awd|4wd|allrad|alltrack|allroad|kater me kater)\b/;
const panorama = /(?<!\bpa (?:cati )?)\bpanoram/;
const accidentFree =
  /\bpa (?:asnje )?aksident(?:e|in)?\b(?! (?:te medha|serioz))|\bjo (?:i|e) aksident|\bnuk (?:eshte (?:i|e) |ka (?:pas(?:ur)? )?(?:asnje )?)aksident|paaksident|pa aksidentu|unfallfrei/;
/** Ignores denied accidents: a text with a denial and a mention has one. */
const hasAccident = (text: string): boolean =>
  /\baksident/.test(
    text.replaceAll(new RegExp(accidentFree, "g"), "").replaceAll("pa aksidente te medha", ""),
  );
const papers =
  /\b(?:me|ka) (?:te gjitha )?(?:letra|dokument)|\bletrat\b|\bdokumentet (?:jane )?ne rregull|\bdokumentet e doganes jane|te gjitha dokumentet/;
const noPapers = /\bpa (?:letra|dokumente)\b/;
const seats = (count: string) =>
  new RegExp(`\\b(?:${count})[ -]?(?:ulese|ulse|ulesh|vende|vendesh|sitzer)\\b`);
const registeredText =
  /\b(?:e|i) r?regjistruar (?!ne 20)|\b(?:e|i) regjistrume\b|\bregjistrim(?:i vlen)? (?:deri|\d+ muaj|edhe)|\bme regjistrim\b|\bme targa\b/;
const unregisteredText =
  /paregjistruar|gati per regjistrim|\bpa (?:regjistrim|targa)\b|\bnuk eshte (?:e|i) regjistruar|\bjo (?:e|i) regjistruar/;
const unregistered: Predicate = (text, { registeredUntil }) =>
  registeredUntil === null ? unregisteredText.test(text) : registeredUntil < thisMonth;
const realKm =
  /\b(?:km|kilometra|kilometrat|kilometrazh|kilometrazhi) (?:jane )?(?:i |te )?(?:real|origjinal|verte)/;

/** An engine code: "e220" or "e520d". */
function engine(digits: string, sign: string): Predicate {
  const isDiesel = sign === "d";
  return (text, { brand, fuel }) => {
    const suffix = sign === "" ? "(?: ?[a-z]{1,3})?\\b" : `(?: ?x?${sign}\\b)`;
    const code =
      brand === "BMW"
        ? new RegExp(`(?<!\\d)${digits}${suffix}`)
        : new RegExp(`\\b(?:[a-z]{1,3} ?)?${digits}(?: ?(?:d|cdi|cgi|bluetec|kompressor))?\\b`);
    return code.test(text) && (!isDiesel || fuel === "Diesel");
  };
}

const predicates: Readonly<Record<string, Predicate>> = {
  awd: (text, { model }) => awd.test(text) || /allroad|alltrack/i.test(model),
  quattro: (text, { brand }) => /quattro|kuatro/.test(text) || (brand === "Audi" && awd.test(text)),
  "4motion": (text, { brand }) => /4[ -]?motion/.test(text) || (brand === "Volkswagen" && awd.test(text)),
  xdrive: (text, { brand }) => /x-?drive/.test(text) || (brand === "BMW" && awd.test(text)),
  "4matic": (text, { brand }) => /4[ -]?matic/.test(text) || (brand === "Mercedes-Benz" && awd.test(text)),
  notawd: (text, { model }) => !awd.test(text) && !/allroad|alltrack/i.test(model),
  panorama: says(panorama),
  notpanorama: (text) => !panorama.test(text),
  sunroof: says(/\bshiber|\bcati (?:qe hapet|e hapshme)|\bsunroof/),
  warranty: says(/(?<!\bpa )\bgaranci/),
  accidentfree: (text) => accidentFree.test(text) && !hasAccident(text),
  accident: hasAccident,
  seats7: says(seats("7|shtate")),
  seats8: says(seats("8|tete")),
  seats9: says(seats("9|nente")),
  ch: says(/\bzvic/),
  de: says(/\bgjermani/),
  it: says(/\bitali/),
  fr: says(/\bfranc/),
  at: says(/\baustri/),
  se: says(/\bsuedi/),
  be: says(/\bbelgjik/),
  nl: says(/\bholand/),
  lu: says(/\bluksemburg/),
  papers: (text) => papers.test(text) && !noPapers.test(text),
  nopapers: says(noPapers),
  realkm: says(realKm),
  family: (text, { type }) => type === "Wagon" || type === "Van" || seats("7|shtate").test(text),
  unregistered,
  registered: (text, car) =>
    car.registeredUntil === null
      ? registeredText.test(text) && !unregistered(text, car)
      : car.registeredUntil >= thisMonth,
};

/** True if a car is what these words ask for. Throws if a word has no predicate. */
export function isSaid(car: SaidCar, words: readonly string[]): boolean {
  const text = fold(`${car.brand} ${car.model} ${car.description}`);
  return words.every((word) => {
    const [, digits, sign = ""] = /^e(\d+)([di]?)$/.exec(word) ?? [];
    const predicate = digits === undefined ? predicates[word] : engine(digits, sign);
    if (predicate === undefined) throw new Error(`No predicate "${word}".`);
    return predicate(text, car);
  });
}

/** Sentences of sellers with such words, including negations and near misses. */
export const everydaySentences: readonly string[] = [
  "Quattro, S line.",
  "Tërheqje 4x4.",
  "4Motion.",
  "xDrive, M paketë.",
  "4Matic.",
  "AWD.",
  "Jo 4x4, tërheqje përpara.",
  "Çati panoramike dhe kamerë.",
  "Panoramë, lëkurë.",
  "Pa panoramë.",
  "Me garanci 12 muaj.",
  "Ka garancion deri në vitin 2027.",
  "Pa garanci.",
  "Jo e aksidentuar.",
  "I aksidentuar në pjesën e parme.",
  "E aksidentuar, për pjesë.",
  "Nuk është e aksidentuar.",
  "Nuk ka pasur aksidente.",
  "E paaksidentuar, ngjyra origjinale.",
  "Pa asnjë aksident.",
  "7 ulëse.",
  "Shtatë ulëse, shumë hapësirë.",
  "7 vende.",
  "9 ulëse.",
  "8 vende.",
  "5 ulëse prej lëkure.",
  "Sapo ka ardhur nga Zvicra.",
  "Ardhur prej Gjermanisë.",
  "E blerë në Zvicër.",
  "Import nga Italia.",
  "E sjellë nga Franca.",
  "Pronari i parë në Itali.",
  "Me letra në rregull.",
  "Letrat i ka në rregull.",
  "Pa letra.",
  "Të gjitha dokumentet.",
  "Kilometra reale.",
  "KM reale të vërtetuara.",
  "Kilometrazhi origjinal.",
  "E regjistruar deri në mars.",
  "Regjistrim 10 muaj.",
  "Gati për regjistrim.",
  "Ende e paregjistruar.",
  "Pa regjistrim.",
  "Nuk është e regjistruar.",
  "Me shiber.",
  "Çati që hapet.",
];
