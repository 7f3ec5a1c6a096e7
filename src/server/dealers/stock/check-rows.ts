import { carFields, checkFirstRegistration } from "#contract/cars.ts";
import { carNumberIn, importLimits, isReference } from "#domain/dealers/import-limits.ts";
import type { FaultCode, FaultFacts } from "#domain/messages/stock-faults.ts";
import { stockMessages } from "#domain/messages/stock.ts";
import type { ImportFormat, RowOutcome } from "#domain/stock/import-states.ts";
import { fromMobile, mobileSource } from "#domain/stock/mobile-de.ts";
import { readCell } from "#domain/stock/read-cell.ts";
import { type DecimalSign, decimalSignIn } from "#domain/stock/read-number.ts";
import { unguardCell } from "#domain/format/csv.ts";
import { factColumns, numberColumns, type StockColumn } from "#domain/stock/stock-columns.ts";
import { wordKey, writeValue } from "#domain/stock/stock-values.ts";
import { isMaskedVin, isSealedVin } from "#domain/cars/vin.ts";
import { cleanLine } from "#domain/text/clean.ts";
import type { PlannedPhoto, RowPlan } from "#server/platform/db/stock-tables.ts";
import { partsOf, shownCell, type VinChange } from "#server/market/vin/seal-vin.ts";
import { type PictureContext, planPhotos } from "./plan-photos.ts";
import { fault, type RowFault } from "./row-fault.ts";
import { cellsOf, fieldsOf, type StockCar } from "./stock-cars.ts";

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

export interface CheckContext extends PictureContext {
  readonly format: ImportFormat;
  /** What the file's header calls our columns. */
  readonly headers: ReadonlyMap<string, string>;
  /** The dealer's cars that have a reference, or whose number the file names. */
  readonly cars: readonly StockCar[];
  /** References of the file whose cars an admin deleted. */
  readonly removedReferences: ReadonlySet<string>;
  readonly seller: { readonly name: string; readonly phone: string | null; readonly town: string | null };
  /** The catalogue: models by brand, and spellings that mean one. */
  readonly catalogue: ReadonlyMap<string, readonly string[]>;
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly picturesOf: (id: string) => string;
  readonly codes: ReadonlyMap<string, string>;
  readonly now: Date;
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

const exampleReference = "A-101";
const exampleVin = "WVWZZZ1KZAW123456";
const storedFields = carFields.omit({ images: true, vin: true }).superRefine(checkFirstRegistration);

/** Checks rows of a file against a dealer's stock. Rows are checked in the file's order: a reference given twice is the later one's fault. */
export class RowChecker {
  readonly #context: CheckContext;
  readonly #byReference = new Map<string, StockCar>();
  readonly #byNumber = new Map<number, StockCar>();
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
    const planned = planPhotos(own.fotot, car, this.#column("fotot"), this.#context);
    faults.push(...planned.faults);
    const { photos } = planned;
    if (faults.length > 0 || fields === null) return faulty();
    if (car === null) {
      if (this.#context.seller.phone === null)
        return { ...base, outcome: "faulty", carId: null, plan: null, faults };
      const plan = {
        fields,
        reference,
        photos,
        restore: false,
        changes: this.#facts(own, fields, photos ?? []),
      };
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
    if (reference === "") return [fault("value_missing", { ...facts, allowed: exampleReference })];
    if (!isReference(reference)) return [fault("reference_invalid", facts)];
    const key = car?.id ?? reference;
    const first = this.#taken.get(key);
    if (first !== undefined) return [fault("reference_twice", { ...facts, allowed: String(first) })];
    this.#taken.set(key, row);
    if (car !== null) return [];
    if (carNumberIn(reference) !== null) return [fault("reference_not_yours", facts)];
    // What an admin deleted, a file does not bring back.
    return this.#context.removedReferences.has(reference) ? [fault("reference_removed", facts)] : [];
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
        faults.push(fault(code, { ...more, column: name, value }));
    };
    const tooLong = Object.entries(own).find(([, cell]) => (cell ?? "").length > importLimits.maxCell);
    if (tooLong !== undefined) {
      const [column, value = ""] = tooLong;
      faults.push(fault("cell_too_long", { column: this.#context.headers.get(column) ?? column, value }));
      return null;
    }

    for (const fact of factColumns) {
      const text = cellOf(fact.column);
      if (text === null) continue;
      const cell = readCell(fact, text, read.brand, { ...this.#context, decimals: this.#decimals });
      if ("value" in cell) read[fact.name] = cell.value;
      else complain(cell.code, fact.column, cleanLine(text) === "" ? "" : text, cell);
    }

    const vin = this.#vin(cellOf("vin"), car);
    if (vin === "wrong")
      complain("value_invalid", "vin", shownCell(cellOf("vin") ?? ""), { allowed: exampleVin });

    // What stays as it is may be on no list any more; with the next change it is looked at, as in the form.
    if (before !== null && factColumns.every(({ name }) => read[name] === before[name]))
      return withVin(before, vin);
    const parsed = storedFields.safeParse(read);
    if (parsed.success) return withVin(parsed.data, vin);
    const complained = new Set(faults.map(({ column }) => column));
    for (const { path } of parsed.error.issues) {
      const field = String(path[0] ?? "");
      const fact = factColumns.find(({ name }) => name === field);
      if (fact === undefined) {
        // The account's name and phone: said once for the whole file.
        if (this.#context.seller.phone !== null && field.startsWith("seller"))
          faults.push(fault("value_invalid", { column: this.#column("referenca"), value: field }));
        continue;
      }
      const name = this.#column(fact.column);
      if (complained.has(name)) continue;
      complained.add(name);
      const value = unguardCell(own[fact.column] ?? "").trim();
      if (fact.field.kind !== "text") complain("value_invalid", fact.column, value);
      else if (fact.name === "description" || value.length > fact.field.maxLength)
        complain("text_too_long", fact.column, value, { allowed: String(fact.field.maxLength) });
      else complain("phone_in_text", fact.column, value);
    }
    return null;
  }

  /** What a row's cell says of the car's number, sealed when the file was read. */
  #vin(cell: string | null, car: StockCar | null): VinChange | "wrong" {
    if (cell === null) return undefined;
    if (cell === "") return car === null || car.vin_hash === null ? undefined : null;
    if (isSealedVin(cell)) return car?.vin_hash?.equals(partsOf(cell).hash) === true ? undefined : cell;
    // What answers and exports show, of a car that has no such number: it says nothing.
    return isMaskedVin(cell) && car === null ? undefined : "wrong";
  }

  /** What a dealer looks at of a new car: its figures, its photos, and words that were read as others of ours. */
  #facts(
    own: Readonly<Partial<Record<string, string>>>,
    fields: RowPlan["fields"],
    photos: readonly PlannedPhoto[],
  ): RowPlan["changes"] {
    const readings = factColumns.flatMap(({ name, column, field }) => {
      const before = unguardCell(own[column] ?? "").trim();
      const after = writeValue(column, fields[name]);
      const isWord =
        field.kind === "choice" || field.kind === "flag" || (field.kind === "text" && field.usual);
      return !isWord || before === "" || wordKey(before) === wordKey(after)
        ? []
        : [{ column: this.#column(column), before, after }];
    });
    return [
      { column: this.#column("cmimi"), before: "", after: String(fields.price) },
      { column: this.#column("km"), before: "", after: String(fields.mileage) },
      { column: this.#column("fotot"), before: "", after: String(photos.length) },
      ...readings,
    ];
  }

  #changes(
    car: StockCar,
    fields: RowPlan["fields"],
    photos: readonly PlannedPhoto[] | null,
  ): RowPlan["changes"] {
    const before = fieldsOf(car);
    const changes = factColumns.flatMap(({ name, column }) => {
      const [was, is] = [before[name], fields[name]];
      // Its own description stays its own, however it came about.
      if (was === is || (name === "description" && is === car.description)) return [];
      return [
        { column: this.#column(column), before: writeValue(column, was), after: writeValue(column, is) },
      ];
    });
    if (fields.vin !== undefined)
      changes.push({
        column: this.#column("vin"),
        before: car.vin_masked ?? "",
        after: shownCell(fields.vin ?? ""),
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

function withVin(fields: RowPlan["fields"], vin: VinChange | "wrong"): RowPlan["fields"] {
  return vin === undefined || vin === "wrong" ? fields : { ...fields, vin };
}

/** A row restores a car that an import archived, but not one that its owner archived or whose fee was refunded. */
function isRestorable(car: StockCar): boolean {
  return car.archived_by_import && car.archived_from === "active";
}
