import { z } from "zod";
import { dealerKeyMessages } from "#domain/messages/dealer-keys.ts";
import { adminMails } from "#domain/messages/mail-admin.ts";
import { lowerMileageMail } from "#domain/messages/mail-mileage.ts";
import { mailMessages } from "#domain/messages/mail.ts";
import { reportMessages } from "#domain/messages/reports.ts";
import { messageIdOf } from "./mail-catcher.ts";
import type { MailKind, World } from "./world.ts";

const common = { site: "Vetura", reason: null, contactEmail: "" };
const car = { name: "…", price: "" };

/** Subject prefixes of the mails that the model expects. */
const subjects: Readonly<Record<MailKind, string>> = {
  verify: mailMessages.verifyEmail("Vetura").subject,
  reset: mailMessages.passwordReset("Vetura").subject,
  passwordChanged: mailMessages.passwordChanged("Vetura", 0).subject,
  report: reportMessages.hiddenMail("Vetura", "").subject,
  carChanged: adminMails.carChanged(car, [], common).subject,
  carHidden: adminMails.carHidden(car, common).subject,
  carShown: adminMails.carShown(car, common).subject,
  carDeleted: adminMails.carDeleted(car, common).subject,
  accountChanged: adminMails.accountChanged([], common).subject,
  suspended: adminMails.accountSuspended(common).subject,
  lifted: adminMails.suspensionLifted(common).subject,
  verified: adminMails.dealerVerified(common).subject,
  refused: adminMails.dealerRefused(common).subject,
  accountDeleted: adminMails.accountDeleted(common).subject,
  carAsked: adminMails.carAsked(car, common).subject,
  lowerMileage: lowerMileageMail({ car: "…", mileage: "", publicAt: new Date(0) }).subject,
  keyMade: dealerKeyMessages.madeMail("Vetura", "", []).subject,
  keyEnded: dealerKeyMessages.endedMail("Vetura", "").subject,
};
const kinds = Object.entries(subjects).map(
  ([kind, subject]) => [kind, subject.split("…", 1)[0] ?? ""] as const,
);

/** Maximum delay of a mail by the simulator's clock: mails of many deletions wait for each other. */
const maxWay = 86_400_000;

const names = z.array(z.object({ name: z.string() }));

/** Names of mails that the site's rows require: payments, invoices, alerts, questions, monthly reports. */
async function namedMails(world: World): Promise<Set<string>> {
  const { rows } = await world.site.database.pool.query(`
    select key as name from payment_mails where key !~ '^(invoice|credit_note):'
    union all select 'invoice:' || id from invoices
    union all select 'alert-' || id from alert_mails
    union all select 'confirm-' || id from confirmation_mails
    union all select 'report-' || user_id || '-' || to_char(month, 'YYYY-MM') from report_mails where month is not null
    union all select 'stock_feed:' || id from stock_feed_runs`);
  return new Set(names.parse(rows).map(({ name }) => messageIdOf(name, "year.example")));
}

interface Seen {
  count: number;
}

const read = new WeakMap<
  World,
  { mails: number; ids: Map<string, Seen>; named: Set<string>; waiting: Set<string> }
>();

/**
 * Checks the mails: each new one is expected by the model or required by a row of the site. None comes twice,
 * except with the same Message-ID after a kill, and no expected one is missing.
 */
export async function expectMails(world: World): Promise<void> {
  const state = read.get(world) ?? {
    mails: 0,
    ids: new Map<string, Seen>(),
    named: new Set<string>(),
    waiting: new Set<string>(),
  };
  read.set(world, state);
  const { mails } = world.site.mail;
  const fresh = mails.slice(state.mails);
  state.mails = mails.length;
  let named: Set<string> | null = null;
  for (const mail of fresh) {
    const seen = state.ids.get(mail.messageId) ?? { count: 0 };
    seen.count += 1;
    state.ids.set(mail.messageId, seen);
    if (seen.count > 1) {
      if (!world.killed) world.fault(`the mail "${mail.subject}" to ${mail.to} came ${seen.count} times`);
      continue;
    }
    const kind = kinds.find(([, subject]) => mail.subject.startsWith(subject))?.[0];
    if (kind !== undefined) {
      const at = world.expected.findIndex((one) => one.to === mail.to && one.kind === kind);
      if (at < 0) world.fault(`nobody awaits the mail "${mail.subject}" to ${mail.to}`);
      else world.expected.splice(at, 1);
      continue;
    }
    named ??= await namedMails(world);
    if (named.has(mail.messageId)) continue;
    // Mails to the operator: alarms and weekly figures.
    if (mail.to === world.site.admin.email) continue;
    world.fault(`no row calls for the mail "${mail.subject}" to ${mail.to}`);
  }
  world.killed = false;
  const now = world.site.now();
  for (const one of world.expected.filter(({ since }) => now - since > maxWay)) {
    if (!one.optional) world.fault(`the mail ${one.kind} to ${one.to} never came`);
    world.expected.splice(world.expected.indexOf(one), 1);
  }
}

/** True if a mail of this name has arrived. */
export function hasArrived(world: World, name: string): boolean {
  return read.get(world)?.ids.has(messageIdOf(name, "year.example")) === true;
}
