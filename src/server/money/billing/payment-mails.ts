import { z } from "zod";
import { formatDate, formatDollars, formatMoney } from "#domain/format/format.ts";
import type { MailText } from "#domain/messages/mail.ts";
import { type OrderFacts, paymentMails, type WayBack } from "#domain/messages/mail-payments.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { disputeStage } from "#domain/payments/money-back.ts";
import { paidForListing, refundReasons } from "#domain/payments/fulfilment.ts";
import { paidLines } from "#domain/messages/paid-lines.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import type { Context } from "#server/context.ts";
import { defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { findPayer } from "./customers.queries.ts";
import { boughtParts, findPayment, type PaymentRow } from "./ledger.queries.ts";
import { findMailedMonths, findMonths } from "./desk-payments.queries.ts";
import { mailKey, mailTask, type PaymentMail } from "./mail-queue.ts";
import {
  findDisputeForAdmin,
  findMailedSubscription,
  findReceiptCar,
  findRefund,
  loadRefundStory,
} from "./payment-mails.queries.ts";
import { paidCarNames } from "./payment-cars.queries.ts";
import { nullIfUnknown } from "./provider.ts";
import { readSession } from "./provider-reads.ts";

const payload = z.discriminatedUnion("mail", [
  z.object({ mail: z.enum(["receipt", "started", "refunded"]), paymentId: z.string() }),
  z.object({ mail: z.enum(["monthsEnding", "monthsEnded"]), monthsOf: z.string() }),
  z.object({ mail: z.literal("partlyRefunded"), refundId: z.string() }),
  z.object({ mail: z.enum(["suspended", "resumed"]), paymentId: z.string(), disputeId: z.string() }),
  z.object({
    mail: z.literal("disputeForAdmin"),
    disputeId: z.string(),
    status: z.string(),
    adminId: z.string(),
  }),
  z.object({ mail: z.literal("failed"), subscriptionId: z.string(), invoiceId: z.string() }),
  z.object({
    mail: z.literal("feeChanges"),
    subscriptionId: z.string(),
    cents: z.number(),
    at: z.string(),
  }),
  z.object({ mail: z.enum(["ending", "ended"]), subscriptionId: z.string(), at: z.string() }),
]);

interface Letter {
  readonly to: string;
  readonly words: MailText;
  /** Path on the site. */
  readonly path: string;
}

const refundReason = z.enum(refundReasons).nullable().catch(null);

function linesOf(payment: PaymentRow, cars: readonly string[]): [string, string][] {
  // In the currency that was paid in, for all of it.
  if (payment.method === "bank" || payment.method === "cash") {
    const { listing, months } = paymentMessages.lines;
    const bought = payment.months === null ? listing : months(payment.months);
    return [[bought, formatMoney(payment.amount_cents, payment.currency)]];
  }
  if (payment.kind === "renewal")
    return [[paymentMails.lines.renewal, formatMoney(payment.amount_cents, payment.currency)]];
  const bought = paidLines(boughtParts(payment), payment.sponsorship_days, cars);
  const discount = bought.reduce((sum, { cents }) => sum + cents, -payment.amount_cents);
  return [
    ...bought.map(({ name, cents }): [string, string] => [name, formatDollars(cents)]),
    ...(discount > 0
      ? [[paymentMessages.lines.coupon, `−${formatDollars(discount)}`] satisfies [string, string]]
      : []),
  ];
}

function wayBack({ method }: PaymentRow, byBank: boolean): WayBack {
  if (byBank) return "bank";
  return method === "card" ? "card" : "hand";
}

async function emailOf({ db, provider }: Context, payment: PaymentRow): Promise<string | null> {
  if (payment.user_id !== null) {
    const payer = await findPayer(db, payment.user_id);
    if (payer !== undefined) return payer.email;
  }
  // The account is gone: the provider still knows where the payer wanted the receipt.
  if (payment.stripe_session_id === null) return null;
  const session = await readSession(provider, payment.stripe_session_id).catch(nullIfUnknown);
  return session?.email ?? null;
}

async function receipt({ db, site }: Context, payment: PaymentRow, to: string): Promise<Letter> {
  const car = payment.car_id === null ? undefined : await findReceiptCar(db, payment.car_id);
  const several = await paidCarNames(db, payment.id);
  const order: OrderFacts = {
    car: car === undefined ? null : `${car.brand} ${car.model}, ${car.year}`,
    lines: linesOf(payment, several),
    total: formatMoney(payment.amount_cents, payment.currency),
    date: formatDate(payment.paid_at ?? payment.created_at),
    number: paymentNumber(payment.id),
  };
  const months = payment.months === null ? undefined : await findMonths(db, payment.id);
  if (months !== undefined)
    return {
      to,
      words: paymentMails.monthsReceipt(site.name, order, formatDate(months.ends_at)),
      path: "/autosallon-dashboard",
    };
  if (payment.kind === "renewal")
    return { to, words: paymentMails.renewalReceipt(site.name, order), path: "/autosallon-dashboard" };
  const until = payment.sponsorship_days > 0 ? car?.sponsored_until : null;
  const words = paymentMails.carReceipt(site.name, order, {
    // A listing that is paid again, too.
    published: payment.kind === "car" || paidForListing(boughtParts(payment)),
    sponsoredUntil: until === null || until === undefined ? null : formatDate(until),
    social: payment.social_promotion,
    several: several.length > 0 ? payment.sponsorship_days : null,
  });
  return { to, words, path: car === undefined ? "/my-publishings" : `/car/${car.id}` };
}

async function started({ db, site }: Context, payment: PaymentRow, to: string): Promise<Letter | null> {
  const { stripe_subscription_id: id } = payment;
  const row = id === null ? undefined : await findMailedSubscription(db, id);
  if (row === undefined) return null;
  const words = paymentMails.started(site.name, {
    business: row.business_name ?? "",
    paid: formatMoney(payment.amount_cents, payment.currency),
    perMonth: formatDollars(row.amount_cents),
    from: formatDate(row.current_period_start ?? payment.created_at),
    until: formatDate(row.current_period_end ?? payment.created_at),
    number: paymentNumber(payment.id),
  });
  return { to, words, path: "/autosallon-dashboard" };
}

async function ofPayment(
  ctx: Context,
  mail: "receipt" | "started" | "refunded",
  id: string,
): Promise<Letter | null> {
  const { db, site } = ctx;
  const payment = await findPayment(db, { id });
  const to = payment === null ? null : await emailOf(ctx, payment);
  if (payment === null || to === null) return null;
  if (mail === "receipt") return receipt(ctx, payment, to);
  if (mail === "started") return started(ctx, payment, to);
  const story = await loadRefundStory(db, payment.id);
  const words = paymentMails.refunded(site.name, {
    amount: formatMoney(payment.amount_cents, payment.currency),
    date: formatDate(payment.refunded_at ?? payment.created_at),
    number: paymentNumber(payment.id),
    reason: refundReason.parse(payment.refund_reason),
    ended: payment.fulfilled_at === null || story.keeps ? null : story.ended,
    keeps: story.keeps,
    said: story.reason,
    way: wayBack(payment, story.byBank),
  });
  return { to, words, path: story.ended.includes("listing") ? "/my-publishings" : "/" };
}

async function ofPart(ctx: Context, refundId: string): Promise<Letter | null> {
  const { db, site } = ctx;
  const part = await findRefund(db, refundId);
  const payment = part === null ? null : await findPayment(db, { id: part.paymentId });
  const to = payment === null ? null : await emailOf(ctx, payment);
  if (part === null || payment === null || to === null) return null;
  const words = paymentMails.partlyRefunded(site.name, {
    amount: formatMoney(part.cents, payment.currency),
    total: formatMoney(payment.amount_cents, payment.currency),
    date: formatDate(part.at),
    number: paymentNumber(payment.id),
    said: part.reason,
    way: wayBack(payment, part.kind === "dispute"),
  });
  return { to, words, path: "/" };
}

async function ofDispute(
  ctx: Context,
  mail: "suspended" | "resumed",
  paymentId: string,
): Promise<Letter | null> {
  const { db, site } = ctx;
  const payment = await findPayment(db, { id: paymentId });
  const to = payment === null ? null : await emailOf(ctx, payment);
  if (payment === null || to === null) return null;
  const facts = {
    amount: formatMoney(payment.amount_cents, payment.currency),
    date: formatDate(payment.paid_at ?? payment.created_at),
    number: paymentNumber(payment.id),
  };
  return { to, words: paymentMails[mail](site.name, facts), path: "/" };
}

/** A dispute as the mail to an admin shows it; null where either is gone. */
async function ofDisputeForAdmin(
  { db, site }: Context,
  mail: {
    disputeId: string;
    status: string;
    adminId: string;
  },
): Promise<Letter | null> {
  const row = await findDisputeForAdmin(db, mail.disputeId, mail.adminId);
  if (row === undefined) return null;
  const words = paymentMails.disputeForAdmin(site.name, {
    id: row.id,
    stage: disputeStage(mail.status),
    status: mail.status,
    reason: row.reason,
    amount: formatDollars(row.amount_cents),
    number: paymentNumber(row.paymentId),
    person: row.email,
  });
  return { to: row.adminEmail, words, path: "/admin" };
}

async function ofSubscription(
  { db, site }: Context,
  mail: "failed" | "ending" | "ended",
  id: string,
  unpaid: boolean,
): Promise<Letter | null> {
  const row = await findMailedSubscription(db, id);
  // The account was deleted meanwhile.
  if (row === undefined) return null;
  const { email: to } = row;
  if (mail === "failed")
    return {
      to,
      words: paymentMails.failed(
        site.name,
        formatDollars(row.amount_cents),
        row.next_payment_attempt === null ? null : formatDate(row.next_payment_attempt),
      ),
      path: "/autosallon-dashboard",
    };
  if (mail === "ended")
    return { to, words: paymentMails.ended(site.name, unpaid), path: "/autosallon-signup" };
  // Taken back before the mail was sent.
  if (!row.cancel_at_period_end || !row.runs || row.current_period_end === null) return null;
  return {
    to,
    words: paymentMails.ending(site.name, formatDate(row.current_period_end)),
    path: "/autosallon-dashboard",
  };
}

async function ofMonths(
  { db, site }: Context,
  mail: "monthsEnding" | "monthsEnded",
  paymentId: string,
): Promise<Letter | null> {
  const row = await findMailedMonths(db, paymentId);
  // More months were paid, the money went back, or the account is gone.
  if (row === undefined || row.continues || row.runs !== (mail === "monthsEnding")) return null;
  return row.runs
    ? {
        to: row.email,
        words: paymentMails.monthsEnding(site.name, formatDate(row.ends_at)),
        path: "/imprint",
      }
    : { to: row.email, words: paymentMails.monthsEnded(site.name), path: "/autosallon-signup" };
}

async function ofFee(
  { db, site }: Context,
  { subscriptionId, cents, at }: PaymentMail & { mail: "feeChanges" },
) {
  const row = await findMailedSubscription(db, subscriptionId);
  // It ends before the fee would count, or has gone.
  if (row === undefined || row.cancel_at_period_end) return null;
  const before = formatDollars(row.amount_cents);
  // An earlier mail named another fee; the operator has gone back to this one since.
  const stays = row.amount_cents === cents;
  const words = stays
    ? paymentMails.feeStays(site.name, before)
    : paymentMails.feeChanges(site.name, { before, after: formatDollars(cents), from: formatDate(at) });
  return { to: row.email, words, path: "/autosallon-dashboard" };
}

async function letterOf(ctx: Context, mail: PaymentMail): Promise<Letter | null> {
  if (mail.mail === "disputeForAdmin") return ofDisputeForAdmin(ctx, mail);
  if ("disputeId" in mail) return ofDispute(ctx, mail.mail, mail.paymentId);
  if ("monthsOf" in mail) return ofMonths(ctx, mail.mail, mail.monthsOf);
  if ("refundId" in mail) return ofPart(ctx, mail.refundId);
  if (mail.mail === "feeChanges") return ofFee(ctx, mail);
  return "paymentId" in mail
    ? ofPayment(ctx, mail.mail, mail.paymentId)
    : ofSubscription(ctx, mail.mail, mail.subscriptionId, "at" in mail && mail.at === "unpaid");
}

export function paymentMailTasks(ctx: Context): Record<string, Task> {
  const { mailer, site } = ctx;
  return {
    [mailTask]: defineTask(payload, async (mail) => {
      const letter = await letterOf(ctx, mail);
      if (letter === null) return;
      const content = layOutMail(letter.words, {
        siteName: site.name,
        link: `${site.publicUrl}${letter.path}`,
      });
      await mailer.send(letter.to, content, mailKey(mail));
    }),
  };
}
