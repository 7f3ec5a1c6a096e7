import { createLogger, type Logger } from "#server/log.ts";

/**
 * Unexpected faults in a site of this test file: log lines of level warn and error, failed jobs, row locks out
 * of order. An integration test file with one fails (faults-setup.ts).
 */
const faults: { event: string; text: string }[] = [];
const expectedFaults: (string | RegExp)[] = [
  // Most test sites have no provider, and a sweep may become due while a test runs its jobs.
  /"task":"sweep_payments","error":"provider_away"/,
  /^sweep_payments: .*provider_away/,
];

/** Declares the faults that this file's tests cause on purpose: log events by name, single lines by a pattern. */
export function expectFaults(...what: readonly (string | RegExp)[]): void {
  expectedFaults.push(...what);
}

/** Adds a fault; `expectFaults` declares its event. */
export function recordFault(event: string, text: string): void {
  faults.push({ event, text });
}

/** The undeclared faults. */
export function unexpectedFaults(): string[] {
  return faults
    .filter(
      ({ event, text }) =>
        !expectedFaults.some((what) => (typeof what === "string" ? what === event : what.test(text))),
    )
    .map(({ text }) => text);
}

const readLine = /"level":"(?:warn|error)","event":"([^"]+)"/;

/** A logger for tests: it only records warnings and errors as faults. */
export const watchedLog: Logger = createLogger((line) => {
  const event = readLine.exec(line)?.[1];
  if (event !== undefined) recordFault(event, line);
});
