import type { Sandbox } from "#sandbox/sandbox.ts";
import { expireSession } from "./checkout.ts";
import { finalizeDue, retryDue } from "./dunning.ts";
import { endPeriod } from "./renewal.ts";

/** More steps than this in one go are an endless loop. */
const maxSteps = 50_000;

/** Runs everything due by now, each at its own time and in order. Returns the number of steps. */
export function processDue(sandbox: Sandbox): number {
  const { store, clock } = sandbox;
  const until = clock.now();
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const due = store.nextDue(until);
    if (due === undefined) return steps;
    clock.at(due.at, () =>
      store.transaction(() => {
        if (due.kind === "checkout.session") expireSession(sandbox, store.get("checkout.session", due.id));
        else if (due.kind === "subscription") endPeriod(sandbox, store.get("subscription", due.id));
        else if (due.kind === "invoice") invoiceDue(sandbox, due.id);
      }),
    );
  }
  throw new Error(`More than ${maxSteps} things fell due at once.`);
}

function invoiceDue(sandbox: Sandbox, id: string): void {
  const invoice = sandbox.store.get("invoice", id);
  if (invoice.status === "draft") finalizeDue(sandbox, invoice);
  else retryDue(sandbox, invoice);
}
