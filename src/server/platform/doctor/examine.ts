import { setTimeout as sleep } from "node:timers/promises";
import { checkAddress } from "./check-address.ts";
import { checkBackups } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkMail } from "./check-mail.ts";
import { checkPhotos } from "./check-photos.ts";
import { checkStripe } from "./check-stripe.ts";
import { type Check, describeError, type DoctorContext, type Finding, findings } from "./finding.ts";
import { secretHider } from "./hide-secrets.ts";

/** Milliseconds. */
const maxCheckDuration = 10_000;

/** The checks of `npm run doctor`, in the order of its lines. */
export const checks: readonly Check[] = [
  checkConfiguration,
  checkDatabase,
  checkPhotos,
  checkMail,
  checkStripe,
  checkClock,
  checkDisk,
  checkAddress,
  checkBackups,
];

async function runCheck(check: Check, context: DoctorContext): Promise<readonly Finding[]> {
  const { act } = findings(check.subject);
  const { maxDuration = maxCheckDuration } = check;
  const done = new AbortController();
  const tooLate = sleep(maxDuration, undefined, { signal: done.signal }).then(() => [
    act(
      `No answer within ${maxDuration / 1000} s.`,
      "See whether its server runs and a firewall lets this machine reach it.",
    ),
  ]);
  try {
    return await Promise.race([check.run(context), tooLate]);
  } catch (error) {
    return [act(`The check failed: ${describeError(error)}`)];
  } finally {
    done.abort();
    tooLate.catch(() => {});
  }
}

/** Runs the checks one after the other; each within its timeout, and without secrets in findings. */
export async function* examine(
  context: DoctorContext,
  chosen: readonly Check[] = checks,
): AsyncGenerator<Finding> {
  const hide = secretHider(context.config);
  const hidden = ({ text, advice, ...rest }: Finding): Finding => ({
    ...rest,
    text: hide(text),
    ...(advice === undefined ? {} : { advice: hide(advice) }),
  });
  for (const check of chosen) {
    for (const finding of await runCheck(check, context)) yield hidden(finding);
  }
}
