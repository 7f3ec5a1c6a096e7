import { readFileSync } from "node:fs";

// Loaded before a process's own code (node --import): offsets `Date` by the simulator's clock. Timers stay
// real. A child process reads the offset from the file YEAR_CLOCK.

const file = process.env["YEAR_CLOCK"];
let ahead = file === undefined ? 0 : Number(readFileSync(file, "utf8"));
const RealDate = Date;

/** Sets the offset of the clock, in milliseconds. */
export function setClockOffset(milliseconds: number): void {
  ahead = milliseconds;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + ahead] : args, newTarget),
  apply: () => new RealDate(RealDate.now() + ahead).toString(),
  get: (target, key, receiver) =>
    key === "now" ? () => RealDate.now() + ahead : Reflect.get(target, key, receiver),
});
