import { type CarFields, carFields } from "#contract/cars.ts";
import { carLimits, maxCarYear } from "#domain/cars/car-limits.ts";
import {
  allowedWords,
  type FaultCode,
  type FaultFacts,
  faultMessage,
} from "#domain/messages/stock-faults.ts";
import { stockMessages } from "#domain/messages/stock.ts";
import { carNumberIn, importLimits, isReference } from "#domain/dealers/import-limits.ts";
import type { ImportFormat, RowOutcome } from "#domain/stock/import-states.ts";
import { fromMobile, mobileSource } from "#domain/stock/mobile-de.ts";
import { type DecimalSign, decimalSignIn, readNumber } from "#domain/stock/read-number.ts";
import {
  numberColumns,
  pictureSeparator,
  type StockColumn,
  unguardCell,
} from "#domain/stock/stock-columns.ts";
import {
  brandKey,
  brandWords,
  type ListColumn,
  listColumns,
  nearestWord,
  readChoice,
  wordsOf,
} from "#domain/stock/stock-values.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { fold } from "#domain/text/fold.ts";
import type { PlannedPhoto, RowPlan } from "#server/db/stock-tables.ts";
import { cellsOf, fieldsOf, type StockCar } from "./stock-cars.ts";

export interface RowFault {
  readonly column: string;
  readonly value: string;
  readonly code: FaultCode;
  readonly message: string;
}

/** A line of the file. */
export interface FileRow {
  readonly row: number;
  /** Text by the file's own columns. */
  readonly cells: Readonly<Record<string, string>>;
  /** What is wrong with the line by itself: it has too few cells, broken letters. */
  readonly faults: readonly RowFault[];
}

export interface CheckedRow {
  readonly row: number;
  readonly reference: string | null;
  readonly cells: Readonly<Record<string, string>>;
  readonly outcome: RowOutcome;
  readonly carId: string | null;
  readonly title: string;
  readonly plan: RowPlan | null;
  readonly faults: readonly RowFault[];
}

/** What became of a picture that the file brings or names. */
export type JudgedPicture = { readonly hash: string } | { readonly fault: FaultCode };

export interface CheckContext {
  readonly format: ImportFormat;
  /** What the file's header calls our columns. */
  readonly headers: ReadonlyMap<string, string>;
  /** The dealer's cars that have a reference, or whose number the file names. */
  readonly cars: readonly StockCar[];
  readonly seller: { readonly name: string; readonly phone: string | null; readonly town: string | null };
  /** The catalogue: models by brand. */
  readonly catalogue: ReadonlyMap<string, readonly string[]>;
  /** By file name or address. */
  readonly pictures: ReadonlyMap<string, JudgedPicture>;
  /** The dealer's photos by the bytes that they were made from. */
  readonly photosByHash: ReadonlyMap<string, readonly string[]>;
  /** The dealer's own photos among those that the file names. */
  readonly ownPhotoIds: ReadonlySet<string>;
  /** The photo that an address of ours names; null for any other address. */
  readonly photoIdIn: (address: string) => string | null;
  readonly photoUrl: (id: string) => string;
  readonly isZip: boolean;
  readonly picturesOf: (id: string) => string;
  readonly codes: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** An issue with the text of a cell. */
export function fault(code: FaultCode, facts: FaultFacts): RowFault {
  return {
    column: facts.column,
    value: facts.value.slice(0, 500),
    code,
    message: faultMessage(code, facts),
  };
}

/** The pictures that a cell names. */
export function picturesIn(cell: string): string[] {
  return cell
    .split(pictureSeparator)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A file's row as cells of ours, with what another format's codes do not say. */
export function ownCells(
  row: Pick<FileRow, "cells">,
  context: Pick<CheckContext, "format" | "codes" | "seller" | "picturesOf">,
): { cells: Readonly<Partial<Record<string, string>>>; faults: RowFault[] } {
  if (context.format === "vetura") return { cells: row.cells, faults: [] };
  const { cells, faults } = fromMobile(row.cells, {
    codes: context.codes,
    town: context.seller.town,
    picturesOf: context.picturesOf,
    damagedText: stockMessages.damaged,
  });
  return { cells, faults: faults.map(({ code, ...facts }) => fault(code, facts)) };
}

const examples: Partial<Record<StockColumn, string>> = {
  referenca: "A-101",
  marka: "Volkswagen",
  modeli: "Golf",
  viti: "2018",
  km: "85000",
  cmimi: "12500",
  kw: "110",
  cc: "1968",
};

const bounds = {
  km: { field: "mileage", least: 0, most: carLimits.maxMileage },
  cmimi: { field: "price", least: carLimits.minPrice, most: carLimits.maxPrice },
  kw: { field: "power", least: carLimits.minPower, most: carLimits.maxPower },
  cc: { field: "engineSize", least: carLimits.minEngineSize, most: carLimits.maxEngineSize },
} as const;

const listFields = {
  karburanti: "fuel",
  transmisioni: "transmission",
  karroceria: "type",
  origjina: "origin",
  gjendja: "condition",
  doganuar: "customsPaid",
  qyteti: "location",
} as const satisfies Record<ListColumn, keyof CarFields>;

const requiredLists: ReadonlySet<ListColumn> = new Set([
  "karburanti",
  "transmisioni",
  "karroceria",
  "qyteti",
]);
const storedFields = carFields.omit({ images: true });

/** Checks rows of a file against a dealer's stock. Rows are checked in the file's order: a reference given twice is the later one's fault. */
export class RowChecker {
  readonly #context: CheckContext;
  readonly #byReference = new Map<string, StockCar>();
  readonly #byNumber = new Map<number, StockCar>();
  readonly #brands = new Map<string, string>();
  readonly #decimals: ReadonlySet<DecimalSign>;
  /** The row that names a car or a reference first. */
  readonly #taken = new Map<string, number>();
  readonly #listed = new Set<string>();

  constructor(context: CheckContext, rows: Iterable<Pick<FileRow, "cells">>) {
    this.#context = context;
    for (const car of context.cars) {
      if (car.reference !== null) this.#byReference.set(car.reference, car);
      this.#byNumber.set(car.number, car);
    }
    for (const brand of context.catalogue.keys())
      for (const word of [brand, ...(brandWords[brand] ?? [])]) this.#brands.set(brandKey(word), brand);
    const decimals = new Set<DecimalSign>();
    for (const row of rows) {
      for (const column of numberColumns) {
        const sign = decimalSignIn(row.cells[column] ?? "");
        if (sign !== null) decimals.add(sign);
      }
    }
    this.#decimals = decimals;
  }

  /** The cars that the rows so far name, faulty rows too. */
  get listed(): ReadonlySet<string> {
    return this.#listed;
  }

  check(file: FileRow): CheckedRow {
    const { cells: own, faults: formatFaults } = ownCells(file, this.#context);
    const faults: RowFault[] = [...file.faults, ...formatFaults];
    // What no encoding makes sense of.
    for (const [column, value] of Object.entries(file.cells))
      if (value.includes("\ufffd"))
        faults.push(fault("encoding_mixed", { column: this.#context.headers.get(column) ?? column, value }));
    const reference = unguardCell((own.referenca ?? "").trim());
    const title = [own.marka, own.modeli, own.viti]
      .map((part) => (part ?? "").trim())
      .filter((part) => part !== "")
      .join(" ")
      .slice(0, 200);
    const base = { row: file.row, cells: file.cells, reference: reference === "" ? null : reference, title };
    const car = this.#find(reference);
    if (car !== null) this.#listed.add(car.id);
    const known = car === null ? base : { ...base, title: `${car.brand} ${car.model} ${car.year}` };
    faults.push(...this.#referenceFaults(reference, car, file.row));
    const faulty = (): CheckedRow => ({
      ...known,
      outcome: "faulty",
      carId: car?.id ?? null,
      plan: null,
      faults,
    });
    if (file.faults.some(({ code }) => code === "cell_count")) return faulty();
    // What is sold, or what its owner took away, a file does not bring back.
    const isLeft = car !== null && (car.state === "sold" || (car.state === "archived" && !isRestorable(car)));
    if (isLeft && faults.length === 0)
      return { ...known, outcome: "unchanged", carId: car.id, plan: null, faults };
    const fields = this.#fields(own, car, faults);
    const photos = this.#photos(own.fotot, car, faults);
    if (faults.length > 0 || fields === null) return faulty();
    if (car === null) {
      if (this.#context.seller.phone === null)
        return { ...base, outcome: "faulty", carId: null, plan: null, faults };
      const plan = { fields, reference, photos, restore: false, changes: this.#facts(fields, photos ?? []) };
      return { ...base, outcome: "create", carId: null, plan, faults };
    }
    const restore = car.state === "archived";
    const changes = this.#changes(car, fields, photos);
    if (changes.length === 0 && !restore)
      return { ...known, outcome: "unchanged", carId: car.id, plan: null, faults };
    const plan = { fields, reference: null, photos, restore, changes };
    return { ...known, outcome: "update", carId: car.id, plan, faults };
  }

  #column(column: StockColumn): string {
    if (this.#context.format === "vetura") return this.#context.headers.get(column) ?? column;
    return mobileSource[column] ?? column;
  }

  #find(reference: string): StockCar | null {
    const found = this.#byReference.get(reference);
    if (found !== undefined) return found;
    const number = carNumberIn(reference);
    return number === null ? null : (this.#byNumber.get(number) ?? null);
  }

  #referenceFaults(reference: string, car: StockCar | null, row: number): RowFault[] {
    const facts = { column: this.#column("referenca"), value: reference };
    if (reference === "") return [fault("value_missing", { ...facts, allowed: examples.referenca ?? "" })];
    if (!isReference(reference)) return [fault("reference_invalid", facts)];
    const key = car?.id ?? reference;
    const first = this.#taken.get(key);
    if (first !== undefined) return [fault("reference_twice", { ...facts, allowed: String(first) })];
    this.#taken.set(key, row);
    if (car === null && carNumberIn(reference) !== null) return [fault("reference_not_yours", facts)];
    return [];
  }

  /** The car's fields after the row, with what is wrong of them added to `faults`; null where something is. */
  #fields(
    own: Readonly<Partial<Record<string, string>>>,
    car: StockCar | null,
    faults: RowFault[],
  ): RowPlan["fields"] | null {
    const before = car === null ? null : fieldsOf(car);
    const exported = car === null ? null : cellsOf(car, this.#context.photoUrl);
    const read: Record<string, unknown> = { ...before };
    if (before === null) {
      const { name, phone } = this.#context.seller;
      Object.assign(read, { sellerName: name, sellerPhone: phone ?? "" });
    }
    /** The cell's text where it says something new; null where the car stays as it is. */
    const cellOf = (column: StockColumn): string | null => {
      const cell = own[column];
      if (cell === undefined) return before === null ? "" : null;
      if (exported !== null && cell === exported[column]) return null;
      return unguardCell(cell).trim();
    };
    const complain = (
      code: FaultCode,
      column: StockColumn,
      value: string,
      more: Partial<FaultFacts> = {},
    ) => {
      const name = this.#column(column);
      // One fault a cell: the first is what has to be mended.
      if (!faults.some((each) => each.column === name))
        faults.push(fault(code, { column: name, value, ...more }));
    };
    const tooLong = Object.entries(own).find(([, cell]) => (cell ?? "").length > importLimits.maxCell);
    if (tooLong !== undefined) {
      const [column, value = ""] = tooLong;
      faults.push(fault("cell_too_long", { column: this.#context.headers.get(column) ?? column, value }));
      return null;
    }

    const brandText = cellOf("marka");
    if (brandText !== null) {
      const brand = this.#brands.get(brandKey(brandText));
      if (brandText === "") complain("value_missing", "marka", "", { allowed: examples.marka ?? "" });
      else if (brand === undefined)
        complain("brand_unknown", "marka", brandText, {
          nearest: nearestWord(brandText, [...this.#context.catalogue.keys()]),
        });
      else read.brand = brand;
    }
    const modelText = cellOf("modeli");
    if (modelText !== null) read.model = this.#model(modelText, read.brand, complain);

    const yearText = cellOf("viti");
    if (yearText !== null) {
      const most = maxCarYear(this.#context.now);
      const year = this.#number("viti", yearText, true, complain);
      if (year !== null && (!Number.isInteger(year) || year < carLimits.minYear || year > most))
        complain("year_out_of_range", "viti", yearText, { allowed: String(most) });
      else if (year !== null) read.year = year;
    }
    for (const column of ["km", "cmimi", "kw", "cc"] as const) {
      const text = cellOf(column);
      if (text === null) continue;
      const { field, least, most } = bounds[column];
      const isRequired = column === "km" || column === "cmimi";
      if (text === "" && !isRequired) {
        read[field] = null;
        continue;
      }
      const value = this.#number(column, text, isRequired, complain);
      if (value === null) continue;
      if (!Number.isInteger(value)) complain("number_not_whole", column, text);
      else if (value < least || value > most)
        complain("out_of_range", column, text, { allowed: allowedWords.between(least, most) });
      else read[field] = value;
    }
    for (const column of listColumns) {
      const text = cellOf(column);
      if (text === null) continue;
      const field = listFields[column];
      const words = wordsOf(column);
      if (text === "") {
        if (requiredLists.has(column)) {
          complain("value_missing", column, "", { allowed: words[0] ?? "" });
        } else read[field] = null;
        continue;
      }
      const value = readChoice(column, text);
      if (value === undefined)
        complain("value_unknown", column, text, {
          allowed: column === "qyteti" ? allowedWords.towns : words.join(", "),
          nearest: nearestWord(text, words),
        });
      else read[field] = value;
    }
    const color = cellOf("ngjyra");
    if (color !== null) read.color = color;
    const description = cellOf("pershkrimi");
    if (description !== null) read.description = description;

    // What stays as it is may be on no list any more; with the next change it is looked at, as in the form.
    if (before !== null && fieldColumns.every(([field]) => read[field] === before[field])) return before;
    const parsed = storedFields.safeParse(read);
    if (parsed.success) return parsed.data;
    const complained = new Set(faults.map(({ column }) => column));
    for (const { path } of parsed.error.issues) {
      const field = String(path[0] ?? "");
      const column = columnOfField.get(field);
      if (column === undefined) {
        // The account's name and phone: said once for the whole file.
        if (this.#context.seller.phone !== null && field.startsWith("seller"))
          faults.push(fault("value_invalid", { column: this.#column("referenca"), value: field }));
        continue;
      }
      const name = this.#column(column);
      if (complained.has(name)) continue;
      complained.add(name);
      const value = unguardCell(own[column] ?? "").trim();
      const isModel = column === "modeli";
      if (column === "pershkrimi" || ((isModel || column === "ngjyra") && value.length > longest(column)))
        complain("text_too_long", column, value, { allowed: String(longest(column)) });
      else if (isModel || column === "ngjyra") complain("phone_in_text", column, value);
      else complain("value_invalid", column, value);
    }
    return null;
  }

  #model(text: string, brand: unknown, complain: Complain): string {
    if (cleanLine(text) === "") complain("value_missing", "modeli", "", { allowed: examples.modeli ?? "" });
    const models = typeof brand === "string" ? (this.#context.catalogue.get(brand) ?? []) : [];
    const wanted = fold(text);
    // As the catalogue spells it, or the same file would change the car each time.
    return models.find((model) => fold(model) === wanted) ?? text;
  }

  #number(column: StockColumn, text: string, isRequired: boolean, complain: Complain): number | null {
    const allowed = examples[column] ?? "";
    if (text === "") {
      if (isRequired) complain("value_missing", column, "", { allowed });
      return null;
    }
    const read = readNumber(text, this.#decimals);
    if ("value" in read) return read.value;
    complain(read.fault === "ambiguous" ? "number_ambiguous" : "number_invalid", column, text, { allowed });
    return null;
  }

  /** The car's photos after the row; null where they stay. */
  #photos(cell: string | undefined, car: StockCar | null, faults: RowFault[]): PlannedPhoto[] | null {
    const { photoUrl, photoIdIn, ownPhotoIds, pictures, photosByHash, isZip } = this.#context;
    const column = this.#column("fotot");
    const names = picturesIn(unguardCell(cell ?? ""));
    if (names.length === 0) {
      if (car === null) faults.push(fault("pictures_missing", { column, value: "" }));
      return null;
    }
    if (car !== null && cell === car.photoIds.map(photoUrl).join(pictureSeparator)) return null;
    if (names.length > carLimits.maxImages) {
      faults.push(fault("pictures_too_many", { column, value: String(names.length) }));
      return null;
    }
    const onCar = new Set(car?.photoIds);
    const photos: PlannedPhoto[] = [];
    for (const name of names) {
      const ours = photoIdIn(name);
      if (ours !== null) {
        if (onCar.has(ours) || ownPhotoIds.has(ours)) photos.push({ id: ours });
        else faults.push(fault("picture_not_yours", { column, value: name }));
        continue;
      }
      const judged = pictures.get(name);
      if (judged === undefined) {
        const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(name);
        const code = isAddress ? "picture_address" : isZip ? "picture_not_found" : "picture_without_zip";
        faults.push(fault(code, { column, value: name }));
      } else if ("fault" in judged) {
        faults.push(fault(judged.fault, { column, value: name }));
      } else {
        const made = photosByHash.get(judged.hash) ?? [];
        const id = made.find((each) => onCar.has(each)) ?? made[0];
        photos.push(id === undefined ? { name, hash: judged.hash } : { id });
      }
    }
    // A picture given twice counts once, as in the form.
    const seen = new Set<string>();
    const unique = photos.filter((photo) => {
      const key = "id" in photo ? photo.id : photo.hash;
      return !seen.has(key) && seen.add(key);
    });
    const same =
      car !== null &&
      unique.length === car.photoIds.length &&
      unique.every((photo, at) => "id" in photo && photo.id === car.photoIds[at]);
    return same ? null : unique;
  }

  /** What a dealer looks at of a new car: how its figures were read, and how many photos it gets. */
  #facts(fields: RowPlan["fields"], photos: readonly PlannedPhoto[]): RowPlan["changes"] {
    return [
      { column: this.#column("cmimi"), before: "", after: shown(fields.price) },
      { column: this.#column("km"), before: "", after: shown(fields.mileage) },
      { column: this.#column("fotot"), before: "", after: shown(photos.length) },
    ];
  }

  #changes(
    car: StockCar,
    fields: RowPlan["fields"],
    photos: readonly PlannedPhoto[] | null,
  ): RowPlan["changes"] {
    const before = fieldsOf(car);
    const changes = fieldColumns.flatMap(([field, column]) => {
      const [was, is] = [before[field], fields[field]];
      // Its own description stays its own, however it came about.
      if (was === is || (field === "description" && is === car.description)) return [];
      return [{ column: this.#column(column), before: shown(was), after: shown(is) }];
    });
    if (photos !== null)
      changes.push({
        column: this.#column("fotot"),
        before: String(car.photoIds.length),
        after: String(photos.length),
      });
    return changes;
  }
}

type Complain = (code: FaultCode, column: StockColumn, value: string, more?: Partial<FaultFacts>) => void;

const fieldColumns = [
  ["brand", "marka"],
  ["model", "modeli"],
  ["year", "viti"],
  ["mileage", "km"],
  ["price", "cmimi"],
  ["fuel", "karburanti"],
  ["transmission", "transmisioni"],
  ["type", "karroceria"],
  ["color", "ngjyra"],
  ["power", "kw"],
  ["engineSize", "cc"],
  ["origin", "origjina"],
  ["condition", "gjendja"],
  ["customsPaid", "doganuar"],
  ["location", "qyteti"],
  ["description", "pershkrimi"],
] as const satisfies readonly (readonly [keyof CarFields, StockColumn])[];
const columnOfField: ReadonlyMap<string, StockColumn> = new Map(fieldColumns);

/** A value as people read what changes. */
function shown(value: string | number | boolean | null | undefined): string {
  if (typeof value === "boolean") return value ? "po" : "jo";
  return value === null || value === undefined ? "" : String(value);
}

function longest(column: StockColumn): number {
  if (column === "pershkrimi") return carLimits.maxDescription;
  return column === "ngjyra" ? carLimits.maxColor : carLimits.maxModel;
}

/** What an import archived comes back with a row; what its owner archived, or whose fee went back, does not. */
function isRestorable(car: StockCar): boolean {
  return car.archived_by_import && car.archived_from === "active";
}
