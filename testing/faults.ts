import { createLogger, type Logger } from "#server/log.ts";

/**
 * What went wrong in a site of this test file and was not to: lines of its log of level warn and error, jobs that failed,
 * row locks out of order. An integration test file that leaves one fails (faults-setup.ts).
 */
const faults: { event: string; text: string }[] = [];
const caused: (string | RegExp)[] = [
  // Most test sites have no provider, and a sweep may fall due while one runs its jobs.
  /"task":"sweep_payments","error":"provider_away"/,
  /^sweep_payments: .*provider_away/,
];

/** Says what this file's tests cause on purpose: events of the log by name, single lines by a pattern. */
export function causes(...what: readonly (string | RegExp)[]): void {
  caused.push(...what);
}

/** Adds a fault; its event is what `causes` names. */
export function noteFault(event: string, text: string): void {
  faults.push({ event, text });
}

/** The faults that no test said it would cause. */
export function faultsFound(): string[] {
  return faults
    .filter(
      ({ event, text }) =>
        !caused.some((what) => (typeof what === "string" ? what === event : what.test(text))),
    )
    .map(({ text }) => text);
}

const readLine = /"level":"(?:warn|error)","event":"([^"]+)"/;

/** A logger for tests: nobody reads its lines, but warnings and errors are faults. */
export const watchedLog: Logger = createLogger((line) => {
  const event = readLine.exec(line)?.[1];
  if (event !== undefined) noteFault(event, line);
});
