/**
 * Masks phone numbers in free text, like the seller's own number (specification.md#car-page). Years, prices,
 * kilometres, dates, engine sizes, tyres and VINs must survive.
 *
 * The text is split into groups of digits and their separators. From a group that may begin a number, further
 * groups are joined until they make one. So "2015 045 123 456 200.000 km" loses only the number in the middle.
 *
 * Facts are also separated by line breaks, semicolons and an x (4x4). Across those gaps only a number with the
 * whole prefix of a country or operator nearby counts.
 */

interface Group {
  digits: string;
  start: number;
  end: number;
  /** The text between the previous group and this one, a line break with blanks as "\n"; null for more than separators. */
  gap: string | null;
  /** Whether it begins a fact: "5 dyer", "1.9 TDI" or "12.500 €" after a number are not part of it. */
  beginsFact: boolean;
}

const separators = /^[\s./()\-‐-―_,*·•|~'’=:;#xX×]{1,4}$/;
// With the blanks around line breaks. Longer gaps are no separators; the bound limits the work for each.
const maxGap = 24;
const lineBreak = /[^\S\n\v\f\r\u2028\u2029]*[\n\v\f\r\u2028\u2029]\s*/g;
const restOfFact = /(?:[.,]\d{1,2})?[^\S\n\r]{0,2}(?:[^\P{L}xX]|€)|[.,'’ ]\d{3}(?!\d)/uy;
const ignorable = "\\u200b-\\u200d\\ufe0f\\u20e3";
const digitGroup = new RegExp(`(?:\\d[${ignorable}]*)+`, "g");

/** The same text, character for character, with all digits as 0-9 and a letter O among digits as 0. */
function withPlainDigits(text: string): string {
  const plain = text.replace(/[^\x20-\x7e\u00a0-\u024f]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const arabic = (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9);
    const digit = arabic ? String(code % 16) : character.normalize("NFKC");
    return /^\d$/.test(digit) ? digit.padEnd(character.length, "\u200b") : character;
  });
  // An x may be a separator: the O beside it is then no word.
  return plain.replace(
    /(?<![^\P{L}xX])[oO]+(?=\d)|(?<=\d)[oO]+(?![^\P{L}xX])|(?<=\d)[oO]+(?=\d)/gu,
    (letters) => "0".repeat(letters.length),
  );
}

// What looks like a phone and is none. Each is blanked before the search for phones.
// A VIN has another letter than X: "0x4x4x1x2x3x4x5x6" is a number.
const vin =
  /(?<![\p{L}\d])(?=[A-HJ-NPR-Z\d]*[A-HJ-NPR-WYZ])(?=[A-HJ-NPR-Z\d]*\d)[A-HJ-NPR-Z\d]{17}(?![\p{L}\d])/giu;
const day = /(?<![\d])(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d{2}(?!\d)/g;
const isoDay = /(?<!\d)(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/g;
const month = /(?<![\d])(?:0[1-9]|1[0-2])[./-](?:19|20)\d{2}(?![\d]|[./-]\d)/g;

// A letter separates its neighbours; any but the separator x.
const blank = (match: string) => "z".repeat(match.length);

function withoutLookalikes(text: string): string {
  return text.replace(vin, blank).replace(day, blank).replace(isoDay, blank).replace(month, blank);
}

/** The gap in a Group's form; null for more than separators. */
function gapOf(between: string): string | null {
  if (between.length > maxGap) return null;
  const gap = between.replace(lineBreak, "\n");
  return separators.test(gap) ? gap : null;
}

function digitGroups(text: string): Group[] {
  const groups: Group[] = [];
  let end = 0;
  for (const match of text.matchAll(digitGroup)) {
    const between = text.slice(end, match.index);
    const start = match.index;
    end = start + match[0].length;
    restOfFact.lastIndex = end;
    groups.push({
      digits: match[0].replace(/\D/g, ""),
      start,
      end,
      gap: groups.length > 0 ? gapOf(between) : null,
      beginsFact: restOfFact.test(text),
    });
  }
  return groups;
}

// Digits after the country code, for countries with numbers used here.
const nearby =
  /^(?:383\d{8}|355\d{8,9}|389\d{8}|38[12]\d{8,9}|385\d{8,9}|386\d{8}|387\d{8}|41\d{9}|4[39]\d{9,11})$/;
const farther = /^(?:39\d{9,10}|44\d{10}|1\d{10}|33\d{9}|46\d{7,9}|4[57]\d{8}|90\d{10}|3[12]\d{8,9})$/;
const anyInternational = /^[1-9]\d{7,14}$/;
// The same without + or 00: mobile numbers only, or every long number would match.
const bareInternational =
  /^(?:383[2-4]\d{7}|3556[6-9]\d{7}|417[4-9]\d{7}|491[5-7]\d{8,9}|436[4-9]\d{7,9}|3897\d{7}|3816\d{7,8})$/;
// Those that count across lines. The code stands alone, and so does the operator or all that follows: "383,
// 45000, 205" are facts.
const bareNearby = /^(?:3834[3-9]\d{6}|3556[6-9]\d{7}|3897\d{7})$/;
const bareNearbyStart = /^(?:383|355|389) (?:\d{2}|\d{5}|\d{8,9})$/;

const kosovo = /^0(?:4[3-9]|28|29|38|39)\d{6}$/;
// Albania's, Switzerland's and Germany's mobile numbers, France's and the like in pairs.
const abroad = /^(?:06[6-9]\d{7}|07[4-9]\d{7}|01[5-7]\d{8,9})$/;
// These with North Macedonia's.
const mobileNearby = /^(?:06[6-9]\d{7}|07[0-8]\d{6,7}|01[5-7]\d{8,9})$/;
const anyNational = /^0[1-9]\d{7,11}$/;
const pairs = /^0[1-9](?:\d{2}){4}$/;
// 44 123 456: Kosovo's mobile numbers without the 0, as many say them.
const bareKosovo = /^4[3-9](?!0{6})\d{6}$/;
const bareKosovoShapes = new Set(["8", "2-6", "2-3-3", "2-2-2-2", "2-2-4", "2-4-2"]);

// No pattern above takes fewer figures.
const minDigits = 8;
const maxDigits = 17;

interface Chain {
  groups: readonly Group[];
  /** The digits up to and with each group, without a national prefix "(0)" after a country code. */
  digits: readonly string[];
}

function chainFrom(groups: readonly Group[], first: number): Chain {
  const chain: Group[] = [];
  const digits: string[] = [];
  let all = "";
  let hasOptionalZero = false;
  for (let index = first; index < groups.length; index += 1) {
    const group = groups[index];
    if (group === undefined || (index > first && group.gap === null)) break;
    // Once only: "(0)(0)(0)…" would make an endless chain.
    const optionalZero: boolean =
      index > first &&
      !hasOptionalZero &&
      /^(?:00)?[1-9]\d{0,2}$/.test(all) &&
      group.digits === "0" &&
      group.gap?.endsWith("(") === true &&
      groups[index + 1]?.gap?.startsWith(")") === true;
    hasOptionalZero ||= optionalZero;
    if (!optionalZero) all += group.digits;
    if (all.length > maxDigits) break;
    chain.push(group);
    digits.push(all);
  }
  return { groups: chain, digits };
}

const anyLineBreak = /\n/;
const betweenFacts = /[\n;xX×]/;

/** The chain up to the first gap that matches the pattern. */
function cut(chain: Chain, at: RegExp): Chain {
  const end = chain.groups.findIndex((group, place) => place > 0 && at.test(group.gap ?? ""));
  return end < 0 ? chain : { groups: chain.groups.slice(0, end), digits: chain.digits.slice(0, end) };
}

/** Whether a new number or a fact begins here: the part before is complete without it. */
function beginsAnew(chain: Chain, place: number): boolean {
  const group = chain.groups[place];
  if (group === undefined || /^0\d{2}|^(?:19|20)\d{2}$/.test(group.digits)) return true;
  const gap = group.gap ?? "";
  if (gap.includes("\n")) return group.beginsFact;
  return gap.length > 2 && !chain.groups.slice(1, place).some((earlier) => earlier.gap === gap);
}

/** How many groups make the longest number that matches; 0 for none. */
function longest(chain: Chain, pattern: RegExp, after = 0): number {
  let taken = 0;
  for (const [place, digits] of chain.digits.entries()) {
    if (taken > 0 && beginsAnew(chain, place)) break;
    if (digits.length >= minDigits && pattern.test(digits.slice(after))) taken = place + 1;
  }
  return taken;
}

function shortest(chain: Chain, pattern: RegExp): number {
  return chain.digits.findIndex((digits) => digits.length >= minDigits && pattern.test(digits)) + 1;
}

function singleDigits(chain: Chain): number {
  let count = 0;
  while (chain.groups[count]?.digits.length === 1) count += 1;
  return count >= 8 ? count : 0;
}

/** The longest international number, `zeros` figures before its country code. */
function internationalLength(chain: Chain, zeros: number): number {
  const plain = cut(chain, betweenFacts);
  return (
    longest(chain, nearby, zeros) || longest(plain, farther, zeros) || longest(plain, anyInternational, zeros)
  );
}

/** Whether three figures after this text are the end of "150 045". */
const endsThousands = (before: string) => /(?<!\d)\d{1,3}[^\S\n\r]$/.test(before);

/** A number without 0, 00 or +. */
function bareLength(chain: Chain, before: string): number {
  const plain = cut(chain, betweenFacts);
  const international = longest(plain, bareInternational);
  if (international > 0) return international;
  const [code, operator] = chain.groups;
  if (!endsThousands(before) && bareNearbyStart.test(`${code?.digits ?? ""} ${operator?.digits ?? ""}`)) {
    const across = longest(chain, bareNearby);
    if (across > 0) return across;
  }
  const end = shortest(plain, bareKosovo);
  const shape = plain.groups.slice(0, end).map(({ digits }) => digits.length);
  return end > 0 && bareKosovoShapes.has(shape.join("-")) ? end : 0;
}

/** Whether the prefix (044, 0 44) is whole on one line and not the end of "150 045". */
function hasWholePrefix(chain: Chain, before: string): boolean {
  const [first, second] = chain.groups;
  if (first === undefined) return false;
  if (first.digits.length === 3) return !endsThousands(before);
  if (first.digits.length > 3) return true;
  return first.digits === "0" && second?.digits.length === 2 && !/[.,:\n]/.test(second.gap ?? "");
}

/** Whether the chain begins with a time of day: 08:00, but not 04:41:23:45:6. */
function beginsWithTime({ groups: [hour, minute, next] }: Chain): boolean {
  return (
    (hour?.digits.length ?? 3) <= 2 &&
    minute?.gap === ":" &&
    /^[0-5]\d$/.test(minute.digits) &&
    next?.gap !== ":"
  );
}

/** A number that begins with one 0. */
function nationalLength(chain: Chain, before: string): number {
  const first = chain.groups[0]?.digits ?? "";
  if (first === "0") {
    const single = singleDigits(chain);
    if (single > 0) return single;
  }
  if (beginsWithTime(chain)) return 0;
  const whole = hasWholePrefix(chain, before);
  if (first === "0") return shortest(whole ? chain : cut(chain, betweenFacts), kosovo);
  const line = cut(chain, whole || first.length === 2 ? anyLineBreak : betweenFacts);
  const exact = shortest(whole ? chain : line, kosovo);
  if (exact > 0) return exact;
  const across = whole ? longest(chain, mobileNearby) : 0;
  return Math.max(across, longest(line, abroad) || otherNationalLength(line, before));
}

/** National numbers recognised by length only, on one line. */
function otherNationalLength(line: Chain, before: string): number {
  const shape = line.groups.map(({ digits }) => digits.length);
  if (shape[0] === 2) {
    const end = shortest(line, pairs);
    const gaps = line.groups.slice(1, end).map(({ gap }) => gap ?? "");
    // "08:00-16:00, 09:00" are times
    const alike = gaps.every((gap) => gap === gaps[0]) || !gaps.some((gap) => /[=:;#xX×]/.test(gap));
    return end > 0 && alike && shape.slice(0, end).every((length) => length !== 1) ? end : 0;
  }
  // "10 050 123 000" are thousands rather than a number of 050
  const thousands = /\d[^\S\n\r]$/.test(before) && shape.slice(0, 3).every((length) => length === 3);
  return thousands ? 0 : longest(line, anyNational);
}

/** How many groups from `first` on are a phone number; 0 for none. */
function phoneLength(text: string, groups: readonly Group[], first: number): number {
  const group = groups[first];
  if (group === undefined) return 0;
  const chain = chainFrom(groups, first);
  const before = text.slice(Math.max(0, group.start - 5), group.start);
  // The seats "6+1" are no +1.
  if (/\+[\s(]{0,3}$/.test(before) && !(group.digits.length === 1 && /\d\+$/.test(before)))
    return internationalLength(chain, 0);
  // The end of a number written in thousands, 150.044, or of a time or price, 16:00 and 9.500,00.
  const continued = /\d[.,'’]$/.test(before) || (group.digits.length === 2 && /\d:$/.test(before));
  const isTail =
    group.digits.length === 3 && (continued || (group.digits.startsWith("00") && endsThousands(before)));
  if (isTail) return 0;
  if (/^00[1-9]/.test(group.digits) || (group.digits === "00" && !continued && chain.groups.length > 1))
    return internationalLength(chain, 2);
  if (/^0[1-9]/.test(group.digits)) return nationalLength(chain, before);
  // "2,0; 28.000; 2" are facts.
  if (group.digits === "0") return continued ? singleDigits(chain) : nationalLength(chain, before);
  return continued ? 0 : bareLength(chain, before);
}

/** Start of the number's own signs: "+", "(" that closes inside it, the blank between. */
function startWithSigns(text: string, start: number, end: number): number {
  const signs = /(?:\(\s?)?(?:\+[\s(]{0,3})?$/.exec(text.slice(Math.max(0, start - 6), start))?.[0] ?? "";
  const opensOnly = signs.startsWith("(") && !text.slice(start, end).includes(")");
  return start - signs.length + (opensOnly ? 1 : 0);
}

// Figures of one number are separated by at most so many signs, blanks apart.
const maxSignsBetween = 4;

/** A quick check whether masking can change the text; it spares most texts the full scan. */
function mayHoldPhone(text: string): boolean {
  let figures = 0;
  let signs = 0;
  for (let i = 0; i < text.length; i++) {
    const exact = text.charCodeAt(i);
    const code = exact | 0x20;
    // Characters beyond Latin may be digits of another script; a letter O may mean zero.
    if ((code >= 48 && code <= 57) || code > 0x24f || code === 111) {
      figures++;
      signs = 0;
      if (figures >= minDigits) return true;
    } else {
      // Blanks do not count: there may be many around a line break.
      const isBlank = exact === 0x20 || (exact >= 0x09 && exact <= 0x0d) || exact === 0xa0;
      if (!isBlank) signs++;
      // x and × (0xf7 here) are separators.
      const isLetter =
        (code >= 97 && code <= 122 && code !== 120) || (code >= 0xc0 && code <= 0x24f && code !== 0xf7);
      if (isLetter || signs > maxSignsBetween) figures = 0;
    }
  }
  return false;
}

/** The text with every phone number replaced by `replacement`. */
export function maskPhones(text: string, replacement: string): string {
  return mayHoldPhone(text) ? maskThoroughly(text, replacement) : text;
}

/** The same without the quick check. */
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
