import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { loadDatabaseFacts, withConnection } from "./database.queries.ts";
import { type Check, type DoctorContext, findings } from "./finding.ts";

const subject = "Clock";
const { good, note, act } = findings(subject);

/** Seconds: codes of second factors change every 30, Stripe's signatures last 300. */
const maxSkew = 10;
const maxAsk = 3_000;

interface OtherClock {
  readonly name: string;
  /** How many seconds this machine's clock is ahead of it. */
  readonly ahead: number;
}

/** Half of the round trip counts. */
async function compare(
  { now }: DoctorContext,
  name: string,
  ask: () => Promise<Date | null>,
): Promise<OtherClock[]> {
  const before = now().getTime();
  const other = await ask().catch(() => null);
  const after = now().getTime();
  if (other === null || Number.isNaN(other.getTime())) return [];
  return [{ name, ahead: Math.round(((before + after) / 2 - other.getTime()) / 1000) }];
}

/** The Date header of any answer. */
async function dateOf(url: string): Promise<Date | null> {
  const answer = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(maxAsk),
  });
  const date = answer.headers.get("date");
  return date === null ? null : new Date(date);
}

/** systemd's answer; null if it does not run, as in a container. */
async function isSynchronized(): Promise<boolean | null> {
  try {
    const { stdout } = await promisify(execFile)(
      "timedatectl",
      ["show", "--property=NTPSynchronized", "--value"],
      { timeout: maxAsk },
    );
    return stdout.trim() === "yes";
  } catch {
    return null;
  }
}

/** Compares this machine's clock with those of servers that the site uses anyway. */
export const checkClock: Check = {
  subject,
  run: async (context) => {
    const { photos, payments } = context.config;
    const clocks = (
      await Promise.all([
        compare(
          context,
          "the database's",
          async () => (await withConnection(await context.databaseUrl(), loadDatabaseFacts)).now,
        ),
        photos.store === "s3" ? compare(context, "the photo store's", () => dateOf(photos.endpoint)) : [],
        payments.mode === "stripe" && context.providerAddress === null
          ? compare(context, "Stripe's", () => dateOf("https://api.stripe.com/healthcheck"))
          : [],
      ])
    ).flat();
    const wrong = clocks.find(({ ahead }) => Math.abs(ahead) > maxSkew);
    if (wrong !== undefined)
      return [
        act(
          `It is ${Math.abs(wrong.ahead)} s ${wrong.ahead > 0 ? "ahead of" : "behind"} ${wrong.name}.`,
          "Have it set by NTP: apt-get install systemd-timesyncd; timedatectl set-ntp true",
        ),
      ];
    const names = clocks.map(({ name }) => name).join(" and ");
    const synchronized = await isSynchronized();
    if (synchronized === true) return [good("Set by NTP.")];
    if (synchronized === false && context.config.site.secure)
      return [
        note(
          "systemd says that NTP does not set it.",
          "apt-get install systemd-timesyncd; timedatectl set-ntp true",
        ),
      ];
    return clocks.length > 0
      ? [good(`Agrees with ${names}.`)]
      : [note("There was no other clock to compare with.")];
  },
};
