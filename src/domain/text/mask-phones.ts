/**
 * Phone numbers typed into free text, hidden in public in the same way as the seller's own number
 * (specification.md#car-page). Years, prices, kilometres, dates, engine sizes, tyres and VINs must survive.
 *
 * The text is read as groups of digits with the separators people put between them; where a group may begin a phone
 * number, the groups after it are taken together until they make one. That way "2015 045 123 456 200.000 km" loses
 * only the number in the middle.
 */

interface Group {
  digits: string;
  start: number;
  end: number;
  /** What stands between the group before and this one; null where that is more than separators. */
  gap: string | null;
}

const separators = /^[\s./()\-‐-―_,*·•|~'’]{1,4}$/;
const ignorable = "\\u200b-\\u200d\\ufe0f\\u20e3";
const digitGroup = new RegExp(`(?:\\d[${ignorable}]*)+`, "g");

/** The same text, character for character, with all kinds of digits as 0-9 and a letter O among digits as 0. */
function withPlainDigits(text: string): string {
  const plain = text.replace(/[^\x20-\x7e\u00a0-\u024f]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const arabic = (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9);
    const digit = arabic ? String(code % 16) : character.normalize("NFKC");
    return /^\d$/.test(digit) ? digit.padEnd(character.length, "\u200b") : character;
  });
  return plain.replace(/(?<!\p{L})[oO]+(?=\d)|(?<=\d)[oO]+(?!\p{L})|(?<=\d)[oO]+(?=\d)/gu, (letters) =>
    "0".repeat(letters.length),
  );
}

// What looks like a phone and is none. Each is blanked before the search for phones.
const vin = /(?<![\p{L}\d])(?=[A-HJ-NPR-Z\d]*\p{L})(?=[A-HJ-NPR-Z\d]*\d)[A-HJ-NPR-Z\d]{17}(?![\p{L}\d])/giu;
const day = /(?<![\d])(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d{2}(?!\d)/g;
const isoDay = /(?<!\d)(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/g;
const month = /(?<![\d])(?:0[1-9]|1[0-2])[./-](?:19|20)\d{2}(?![\d]|[./-]\d)/g;

// A letter keeps what stands before and after it apart.
const blank = (match: string) => "x".repeat(match.length);

function withoutLookalikes(text: string): string {
  return text.replace(vin, blank).replace(day, blank).replace(isoDay, blank).replace(month, blank);
}

function digitGroups(text: string): Group[] {
  const groups: Group[] = [];
  let end = 0;
  for (const match of text.matchAll(digitGroup)) {
    const gap = text.slice(end, match.index);
    const start = match.index;
    end = start + match[0].length;
    groups.push({
      digits: match[0].replace(/\D/g, ""),
      start,
      end,
      gap: groups.length > 0 && separators.test(gap) && !gap.includes("\n") ? gap : null,
    });
  }
  return groups;
}

// Digits after the country code, for the countries people here have numbers from.
const international = [
  /^383\d{8}$/,
  /^355\d{8,9}$/,
  /^41\d{9}$/,
  /^49\d{9,11}$/,
  /^43\d{9,11}$/,
  /^389\d{8}$/,
  /^38[12]\d{8,9}$/,
  /^385\d{8,9}$/,
  /^386\d{8}$/,
  /^387\d{8}$/,
  /^39\d{9,10}$/,
  /^44\d{10}$/,
  /^1\d{10}$/,
  /^33\d{9}$/,
  /^46\d{7,9}$/,
  /^4[57]\d{8}$/,
  /^90\d{10}$/,
  /^3[12]\d{8,9}$/,
];
const anyInternational = /^[1-9]\d{7,14}$/;
// The same without + or 00: mobile numbers only, or every long number would be one.
const bareInternational = [
  /^383[2-4]\d{7}$/,
  /^3556[6-9]\d{7}$/,
  /^417[4-9]\d{7}$/,
  /^491[5-7]\d{8,9}$/,
  /^436[4-9]\d{7,9}$/,
  /^3897\d{7}$/,
  /^3816\d{7,8}$/,
];

const kosovo = [/^04[3-9]\d{6}$/, /^0(?:28|29|38|39)\d{6}$/];
// Albania's, Switzerland's and Germany's mobile numbers, France's and the like in pairs.
const abroad = [/^06[6-9]\d{7}$/, /^07[4-9]\d{7}$/, /^01[5-7]\d{8,9}$/];
const anyNational = /^0[1-9]\d{7,11}$/;
const pairs = /^0[1-9](?:\d{2}){4}$/;
// 44 123 456: Kosovo's mobile numbers as many say them, without the 0.
const bareKosovo = /^4[3-9](?!0{6})\d{6}$/;
const bareKosovoShapes = new Set(["8", "2-6", "2-3-3", "2-2-2-2", "2-2-4", "2-4-2"]);

const mostDigits = 17;

interface Chain {
  groups: readonly Group[];
  /** The digits up to and with each group, national prefix "(0)" after a country code left out. */
  digits: readonly string[];
}

function chainFrom(groups: readonly Group[], first: number): Chain {
  const chain: Group[] = [];
  const digits: string[] = [];
  let all = "";
  for (let index = first; index < groups.length; index += 1) {
    const group = groups[index];
    if (group === undefined || (index > first && group.gap === null)) break;
    const optionalZero =
      index > first &&
      group.digits === "0" &&
      group.gap?.endsWith("(") === true &&
      groups[index + 1]?.gap?.startsWith(")") === true;
    if (!optionalZero) all += group.digits;
    if (all.length > mostDigits) break;
    chain.push(group);
    digits.push(all);
  }
  return { groups: chain, digits };
}

/** Whether a new number or a year begins at this place: what comes before is complete without it. */
function beginsAnew(chain: Chain, place: number): boolean {
  const group = chain.groups[place];
  if (group === undefined) return true;
  return /^0|^(?:19|20)\d{2}$/.test(group.digits) || (group.gap ?? "").length > 2;
}

/** How many groups make the longest number that one of the patterns takes; 0 for none. */
function longest(chain: Chain, patterns: readonly RegExp[], adapt = (digits: string) => digits): number {
  let taken = 0;
  for (const [place, digits] of chain.digits.entries()) {
    if (taken > 0 && beginsAnew(chain, place)) break;
    if (patterns.some((pattern) => pattern.test(adapt(digits)))) taken = place + 1;
  }
  return taken;
}

function shortest(chain: Chain, patterns: readonly RegExp[]): number {
  return chain.digits.findIndex((digits) => patterns.some((pattern) => pattern.test(digits))) + 1;
}

function singleDigits(chain: Chain): number {
  let count = 0;
  while (chain.groups[count]?.digits.length === 1) count += 1;
  return count >= 8 ? count : 0;
}

/** What follows the "00" of an international number. */
const afterZeros = (digits: string) => digits.slice(2);

/** How many groups from `first` on are a phone number; 0 where none begins there. */
function phoneLength(text: string, groups: readonly Group[], first: number): number {
  const group = groups[first];
  if (group === undefined) return 0;
  const chain = chainFrom(groups, first);
  const before = text.slice(Math.max(0, group.start - 4), group.start);
  if (/\+[\s(]{0,3}$/.test(before))
    return longest(chain, international) || longest(chain, [anyInternational]);
  if (/^00[1-9]/.test(group.digits) || (group.digits === "00" && chain.groups.length > 1)) {
    return longest(chain, international, afterZeros) || longest(chain, [anyInternational], afterZeros);
  }
  // The end of a number written in thousands: 150.044
  const continued = /\d[.,'’]$/.test(before);
  const shape = chain.groups.map(({ digits }) => digits.length);
  if (/^0[1-9]/.test(group.digits)) {
    if (continued && group.digits.length === 3) return 0;
    const exact = shortest(chain, kosovo) || longest(chain, abroad);
    if (exact > 0) return exact;
    if (group.digits.length === 2) {
      const end = shortest(chain, [pairs]);
      return end > 0 && shape.slice(0, end).every((length) => length !== 1) ? end : 0;
    }
    // "10 050 123 000" are thousands rather than a number of 050
    const thousands = /\d\s$/.test(before) && shape.slice(0, 3).every((length) => length === 3);
    return thousands ? 0 : longest(chain, [anyNational]);
  }
  if (group.digits === "0") return singleDigits(chain) || shortest(chain, kosovo);
  if (continued) return 0;
  const bare = longest(chain, bareInternational);
  if (bare > 0) return bare;
  const end = shortest(chain, [bareKosovo]);
  return end > 0 && bareKosovoShapes.has(shape.slice(0, end).join("-")) ? end : 0;
}

/** Where the number's own signs begin: "+", "(" that closes inside it, the blank between. */
function startWithSigns(text: string, start: number, end: number): number {
  const signs = /(?:\(\s?)?(?:\+[\s(]{0,3})?$/.exec(text.slice(0, start))?.[0] ?? "";
  const opensOnly = signs.startsWith("(") && !text.slice(start, end).includes(")");
  return start - signs.length + (opensOnly ? 1 : 0);
}

// No pattern above takes fewer figures, and more signs than these stand between no two of a number.
const fewestDigits = 8;
const mostSignsBetween = 4;

/** Whether masking could change the text: a quick look that spares most texts the thorough one. */
function mayHoldPhone(text: string): boolean {
  let figures = 0;
  let signs = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) | 0x20;
    // Anything beyond Latin may be a figure of another script; a letter O may stand for a zero.
    if ((code >= 48 && code <= 57) || code > 0x24f || code === 111) {
      figures++;
      signs = 0;
      if (figures >= fewestDigits) return true;
    } else {
      signs++;
      const isLetter = (code >= 97 && code <= 122) || (code >= 0xc0 && code <= 0x24f);
      if (isLetter || signs > mostSignsBetween) figures = 0;
    }
  }
  return false;
}

/** The text with every phone number replaced by `replacement`. */
export function maskPhones(text: string, replacement: string): string {
  return mayHoldPhone(text) ? maskThoroughly(text, replacement) : text;
}

/** The same without the quick look before it. */
export function maskThoroughly(text: string, replacement: string): string {
  const plain = withoutLookalikes(withPlainDigits(text));
  const groups = digitGroups(plain);
  let masked = "";
  let copied = 0;
  for (let index = 0; index < groups.length;) {
    const length = phoneLength(plain, groups, index);
    const first = groups[index];
    const last = groups[index + length - 1];
    if (length === 0 || first === undefined || last === undefined) {
      index += 1;
      continue;
    }
    masked +=
      text.slice(copied, Math.max(copied, startWithSigns(plain, first.start, last.end))) + replacement;
    copied = last.end;
    index += length;
  }
  return masked + text.slice(copied);
}

/** Whether the text holds a phone number. */
export function hasPhone(text: string): boolean {
  return maskPhones(text, "") !== text;
}
