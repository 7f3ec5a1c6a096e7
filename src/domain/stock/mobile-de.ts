import { isSealedVin, normaliseVin } from "#domain/cars/vin.ts";
import type { StockColumn } from "./stock-columns.ts";
import { readChoice } from "./stock-values.ts";

/**
 * What is known of mobile.de's CSV: columns in a fixed order, no header line, separated by semicolons. The table is data;
 * what codes mean is data of the site (table stock_codes), because nobody here knows them.
 */

/** Name by column letter, as spreadsheets count them. */
const columns = {
  A: "kundennummer",
  B: "interne_nummer",
  C: "kategorie",
  D: "marke",
  E: "modell",
  F: "leistung",
  G: "hu",
  I: "ez",
  J: "kilometer",
  K: "preis",
  L: "mwst",
  N: "oldtimer",
  O: "vin",
  P: "beschaedigtes_fahrzeug",
  Q: "farbe",
  R: "klima",
  V: "neufahrzeug",
  Z: "bemerkung",
  AA: "bild_id",
  AB: "metallic",
  AC: "waehrung",
  AE: "garantie",
  AQ: "tueren",
  BA: "ccm",
  BG: "baujahr",
  BI: "sitze",
  BJ: "schadstoff",
  DF: "kraftstoffart",
  DG: "getriebeart",
} as const;
export type MobileColumn = (typeof columns)[keyof typeof columns];

function positionOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The known columns with their place in a line, from 0. */
export const mobileColumns: readonly { readonly name: MobileColumn; readonly position: number }[] =
  Object.entries(columns).map(([letters, name]) => ({ name, position: positionOf(letters) }));

/** A line of a mobile.de file has about 230 cells; up to the last one that is read, it has these. */
export const minMobileCells = positionOf("DG") + 1;

/** The columns whose codes an admin says the meaning of, each with the column of ours that it fills. */
export const codedColumns = [
  ["kategorie", "karroceria"],
  ["kraftstoffart", "karburanti"],
  ["getriebeart", "transmisioni"],
  ["farbe", "ngjyra"],
] as const satisfies readonly (readonly [MobileColumn, StockColumn])[];

/** Filled as they stand. */
const plainColumns = [
  ["interne_nummer", "referenca"],
  ["marke", "marka"],
  ["modell", "modeli"],
  ["kilometer", "km"],
  ["preis", "cmimi"],
  ["leistung", "kw"],
  ["ccm", "cc"],
] as const satisfies readonly (readonly [MobileColumn, StockColumn])[];

/** Where a cell of ours comes from, for naming faults by the file's own columns. */
export const mobileSource: Readonly<Partial<Record<StockColumn, MobileColumn>>> = {
  referenca: "interne_nummer",
  marka: "marke",
  modeli: "modell",
  viti: "ez",
  regjistrimi_pare: "ez",
  dyert: "tueren",
  ulese: "sitze",
  km: "kilometer",
  cmimi: "preis",
  karburanti: "kraftstoffart",
  transmisioni: "getriebeart",
  karroceria: "kategorie",
  ngjyra: "farbe",
  kw: "leistung",
  cc: "ccm",
  gjendja: "neufahrzeug",
  pershkrimi: "bemerkung",
  vin: "vin",
  fotot: "bild_id",
};

const digits = /^\d+$/;

export interface MobileContext {
  /** Our value by column and code. */
  readonly codes: ReadonlyMap<string, string>;
  /** The dealer's town: the file has none. */
  readonly town: string | null;
  /** The pictures of a `bild_id`, as a cell of ours names them (`picturesById`). */
  readonly picturesOf: (id: string) => string;
  /** Said of a damaged car in front of its description. */
  readonly damagedText: string;
}

export interface MobileFault {
  readonly column: MobileColumn;
  readonly value: string;
  readonly code: "code_unknown" | "flag_unknown" | "currency_unknown" | "month_invalid";
}

/** The key of a code in `MobileContext.codes`. */
export function codeKey(column: string, code: string): string {
  return `${column}\n${code}`;
}

function base(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

const byNumber = new Intl.Collator("en", { numeric: true });

/**
 * The picture files of each of a file's ids, in order: those whose names begin with it. A name that begins with several
 * belongs to the longest: "10_1.jpg" is car 10's, not car 1's.
 */
export function picturesById(ids: ReadonlySet<string>, names: readonly string[]): (id: string) => string {
  const longest = Math.max(0, ...Array.from(ids, (id) => id.length));
  const found = new Map<string, string[]>();
  for (const name of names) {
    const file = base(name);
    let length = Math.min(longest, file.length);
    while (length > 0 && !ids.has(file.slice(0, length))) length -= 1;
    if (length === 0) continue;
    const id = file.slice(0, length);
    const files = found.get(id);
    if (files === undefined) found.set(id, [name]);
    else files.push(name);
  }
  for (const files of found.values()) files.sort((a, b) => byNumber.compare(base(a), base(b)));
  return (id) => (found.get(id) ?? []).join("|");
}

/**
 * A line of mobile.de as cells of ours. Cells under a name of ours, which a correction puts in, win over the file's.
 * A code without a known meaning is a fault and its cell is left out; an empty field makes no statement.
 */
export function fromMobile(
  cells: Readonly<Record<string, string>>,
  { codes, town, picturesOf, damagedText }: MobileContext,
): { cells: Record<string, string>; faults: MobileFault[] } {
  const faults: MobileFault[] = [];
  const of = (column: MobileColumn) => (cells[column] ?? "").trim();
  const own = (column: string) => cells[column];
  const result: Record<string, string> = {};
  const put = (column: string, value: string | null) => {
    const corrected = own(column);
    if (corrected !== undefined) result[column] = corrected;
    else if (value !== null) result[column] = value;
  };
  const flag = (column: MobileColumn): boolean => {
    const value = of(column);
    if (value !== "" && value !== "0" && value !== "1") faults.push({ column, value, code: "flag_unknown" });
    return value === "1";
  };
  for (const [column, ours] of plainColumns) put(ours, of(column));
  for (const [column, ours] of codedColumns) {
    const value = of(column);
    const known = codes.get(codeKey(column, value)) ?? null;
    // What is written out in our own words is no code: a colour, or what a dealer corrects the cell to.
    const isWord = ours === "ngjyra" ? !digits.test(value) : readChoice(ours, value) !== undefined;
    if (value !== "" && known === null && !isWord && own(ours) === undefined)
      faults.push({ column, value, code: "code_unknown" });
    put(ours, known ?? (isWord ? value : null));
  }
  const registered = of("ez") === "" ? of("baujahr") : of("ez");
  const [, month, year = null] = /^(?:(0?[1-9]|1[0-2])[./])?(\d{4})$/.exec(registered) ?? [];
  if (registered !== "" && year === null && own("viti") === undefined)
    faults.push({ column: of("ez") === "" ? "baujahr" : "ez", value: registered, code: "month_invalid" });
  put("viti", year);
  put("regjistrimi_pare", month === undefined || year === null ? null : `${year}-${month.padStart(2, "0")}`);
  // What a van or a coach has is no statement that we know, and no fault either.
  put("dyert", readChoice("dyert", of("tueren")) === undefined ? null : of("tueren"));
  put("ulese", /^[1-9]$/.test(of("sitze")) ? of("sitze") : null);
  const vin = of("vin");
  // Their column has the name of ours; an older number, of another form, is no statement.
  if (normaliseVin(vin) !== null || isSealedVin(vin)) result["vin"] = vin;
  const currency = of("waehrung");
  if (currency !== "" && currency !== "EUR" && own("cmimi") === undefined)
    faults.push({ column: "waehrung", value: currency, code: "currency_unknown" });
  put("gjendja", flag("neufahrzeug") ? "E re" : null);
  const remark = of("bemerkung");
  put(
    "pershkrimi",
    flag("beschaedigtes_fahrzeug")
      ? [damagedText, remark].filter((part) => part !== "").join("\n\n")
      : remark,
  );
  put("qyteti", town);
  const pictures = of("bild_id");
  put("fotot", pictures === "" ? "" : picturesOf(pictures));
  return { cells: result, faults };
}
