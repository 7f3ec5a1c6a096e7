import { correctionHours, minDrop, waitDays } from "#domain/cars/mileage-history.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { pick, type ModelCar, type ModelPerson, type ModelReading, type World } from "./world.ts";

// The rules of specification.md#identification-number, as a second implementation over plain lists.

const hourMs = 3_600_000;
const nearMs = 60_000;

/** In the secret part of every number of the year: wherever this is found, a number is in clear text. */
export const vinMark = /zzz1k/i;

/** No number, a new one, or one that a listing had before: with it a history begins. */
export function someVin(world: World, a: number, b: number): string | undefined {
  if (a % 2 === 0) return undefined;
  const used = pick(world.vins, b);
  if (used !== null && a % 3 > 0) return used;
  return newVin(world, a);
}

/** One that nobody has typed yet; of two numbers the last four characters differ. */
export function newVin(world: World, by: number): string {
  const count = String(world.vins.length).padStart(4, "0");
  const vin = `${pick(["WVW", "WAU", "ZFA"], by) ?? "WVW"}ZZZ1K${String(10_000 + (by % 89_999))}${count}`;
  world.vins.push(vin);
  return vin;
}

/** The number that answers show like this; null where they show none. */
export function unmaskVin(world: World, shown: { readonly masked: string } | null): string | null {
  if (shown === null) return null;
  const vin = world.vins.find(
    (one) => one.slice(0, 3) === shown.masked.slice(0, 3) && one.slice(-4) === shown.masked.slice(-4),
  );
  if (vin === undefined) world.fault(`nobody typed the number ${shown.masked}`);
  return vin ?? null;
}

const ageOf = (world: World, car: ModelCar): number => world.site.now() - car.publishedAt;
const corrects = (world: World, car: ModelCar): boolean => ageOf(world, car) < correctionHours * hourMs;

const sameMonth = (one: number, other: number): boolean => monthOf(one) === monthOf(other);
const monthOf = (moment: number): string => dayOf(new Date(moment)).slice(0, 7);

/** Of two figures of a listing both are stored; of three the site may drop the middle one. */
const maxReadings = 2;

/**
 * Whether a new mileage or number means one thing now: it is the first correction of the publication, or comes more than a
 * day after whatever the listing said last. What is between may be another correction, or fall on the end of one.
 */
export function isSettled(world: World, car: ModelCar): boolean {
  const now = world.site.now();
  const dayMs = correctionHours * hourMs;
  const own = world.readings.filter(({ carId }) => carId === car.id);
  if (own.length >= maxReadings) return false;
  if (now - car.saidAt > dayMs + nearMs) return true;
  const isAlone = !world.readings.some(
    ({ vin, carId, at }) => vin === car.vin && carId !== car.id && at >= car.publishedAt,
  );
  return (
    car.saidAt === car.publishedAt &&
    now - car.publishedAt < dayMs - nearMs &&
    isAlone &&
    sameMonth(now, car.publishedAt)
  );
}

interface JudgedReading {
  readonly reading: ModelReading;
  /** The highest before it; -1 for the first. */
  readonly highest: number;
}

/** The history of the car's number as the car is judged by it, oldest first. */
function historyOf(world: World, car: ModelCar): JudgedReading[] {
  let highest = -1;
  return world.readings
    .filter(({ vin, carId, isDiscounted }) => vin === car.vin && (!isDiscounted || carId === car.id))
    .toSorted((one, other) => one.at - other.at)
    .map((reading) => {
      const judged = { reading, highest };
      highest = Math.max(highest, reading.mileage);
      return judged;
    });
}

const isLower = ({ highest, reading }: JudgedReading): boolean => highest - reading.mileage > minDrop;

/** Whether one of the car's own readings is far below an earlier one now. The site notes it at the car's next write, or within the hour. */
export function hasLowerReading(world: World, car: ModelCar): boolean {
  return historyOf(world, car).some((one) => one.reading.carId === car.id && isLower(one));
}

function setLowerMileage(world: World, car: ModelCar, told: number | null, publicAt = 0): void {
  car.lower = told === null ? null : { publicAt };
  for (const reading of world.readings)
    if (reading.carId === car.id && reading.vin === car.vin) reading.told = told;
}

function remove(world: World, fits: (reading: ModelReading) => boolean): void {
  for (let at = world.readings.length - 1; at >= 0; at -= 1) {
    const reading = world.readings[at];
    if (reading !== undefined && fits(reading)) world.readings.splice(at, 1);
  }
}

/** Adds what the listing says to its readings. */
function addReading(world: World, car: ModelCar): void {
  const own = world.readings
    .filter(({ vin, carId }) => vin === car.vin && carId === car.id)
    .toSorted((one, other) => one.at - other.at);
  const last = own.at(-1);
  if (car.vin === null || last?.mileage === car.mileage) return;
  const isCorrection = corrects(world, car);
  const reading: ModelReading = {
    vin: car.vin,
    carId: car.id,
    ownerId: car.owner.id,
    mileage: car.mileage,
    at: isCorrection && last !== undefined ? last.at : world.site.now(),
    told: own.find(({ told }) => told !== null)?.told ?? null,
    isDiscounted: car.hidden || car.owner.suspended,
  };
  if (isCorrection) remove(world, ({ carId }) => carId === car.id);
  world.readings.push(reading);
}

/** What the site made of a write of the car. `vin`: null takes the number away, undefined leaves it. */
export function recordMileage(
  world: World,
  car: ModelCar,
  said: { readonly mileage: number; readonly vin?: string | null | undefined },
): void {
  if (said.mileage !== car.mileage || (said.vin !== undefined && said.vin !== car.vin))
    car.saidAt = world.site.now();
  car.mileage = said.mileage;
  if (said.vin === null) {
    if (car.vin === null) return;
    Object.assign(car, { vin: null, lower: null, note: null });
    if (corrects(world, car)) remove(world, ({ carId }) => carId === car.id);
    return;
  }
  if (said.vin !== undefined && said.vin !== car.vin)
    Object.assign(car, { vin: said.vin, lower: null, note: null });
  if (car.vin === null) return;
  addReading(world, car);
  updateLowerMileage(world, car);
}

function updateLowerMileage(world: World, car: ModelCar): void {
  const says = hasLowerReading(world, car);
  if (says === (car.lower !== null)) return;
  if (!says) return setLowerMileage(world, car, null);
  const now = world.site.now();
  const told =
    world.readings.find((one) => one.carId === car.id && one.vin === car.vin && one.told !== null)?.told ??
    now;
  const waitedFor = told + waitDays * 24 * hourMs;
  setLowerMileage(world, car, told, car.note === null ? waitedFor : Math.min(now, waitedFor));
  world.expectMail(car.owner.email, "lowerMileage");
}

/** Of a car that may have been written or not: what the site says is right if the model would say it after a write. */
export function syncLowerMileage(world: World, car: ModelCar, isLowerThere: boolean): void {
  if (car.vin === null || isLowerThere === (car.lower !== null)) return;
  updateLowerMileage(world, car);
  if (isLowerThere !== (car.lower !== null))
    world.fault(`car ${car.id} ${isLowerThere ? "says" : "does not say"} less than an earlier listing`);
}

/** Each hour: the earlier listing was corrected, taken from the public or given back. */
export function updateLowerMileages(world: World): void {
  for (const car of world.cars) if (car.state !== "deleted") updateLowerMileage(world, car);
}

/** A car was hidden or shown, or its owner suspended or let back. */
export function discountReadings(world: World, owner: ModelPerson): void {
  for (const reading of world.readings) {
    if (reading.ownerId !== owner.id) continue;
    const car = owner.cars.find(({ id }) => id === reading.carId);
    const isGone = car === undefined || car.state === "deleted";
    // What deleted listings said stays discounted, and is discounted with their owner.
    if (isGone) reading.isDiscounted ||= owner.suspended;
    else reading.isDiscounted = car.hidden || owner.suspended;
  }
}

/** What the car's page shows of its history; null where nobody can say, such as just when it becomes public. */
export function shownHistory(world: World, car: ModelCar, isOwner: boolean) {
  const now = world.site.now();
  const isPublic = ({ reading }: JudgedReading): boolean => {
    const listing = world.cars.find(
      ({ id, vin, state }) => id === reading.carId && vin === car.vin && state !== "deleted",
    );
    const lower = listing?.lower ?? null;
    return lower === null || (isOwner && listing === car) || lower.publicAt <= now;
  };
  const isNear = world.cars.some(
    ({ vin, lower }) => vin === car.vin && lower !== null && Math.abs(lower.publicAt - now) < nearMs,
  );
  const history = car.vin === null ? [] : historyOf(world, car);
  // The listing is gone before its lower reading was public.
  const isLost = history.some(
    (one) =>
      isLower(one) &&
      one.reading.told !== null &&
      now - one.reading.told < waitDays * 24 * hourMs + nearMs &&
      !world.cars.some(
        ({ id, vin, state }) => id === one.reading.carId && vin === car.vin && state !== "deleted",
      ),
  );
  if (car.vin !== null && (isNear || isLost)) return null;
  const shown = history.filter((one) => !isLower(one) || isPublic(one));
  const isHistory = new Set(shown.map(({ reading }) => reading.carId)).size > 1;
  const months = (isHistory ? shown : []).map(({ reading: { at, mileage } }) => ({
    date: monthOf(at),
    mileage,
  }));
  const readings = months.filter(
    ({ date, mileage }, at) => months[at - 1]?.date !== date || months[at - 1]?.mileage !== mileage,
  );
  // Two listings with one figure in one month are one line, and no history.
  if (readings.length === 1) return null;
  const lower = car.lower !== null && (isOwner || car.lower.publicAt <= now);
  return { readings, lower, note: lower ? car.note : null };
}
