import type { Kysely } from "kysely";
import { z } from "zod";
import { formatDollars } from "#domain/format/format.ts";
import type { MailText } from "#domain/messages/mail.ts";
import { paymentMails } from "#domain/messages/mail-payments.ts";
import { type Good, goods } from "#domain/payments/goods.ts";
import { disputeStage } from "#domain/payments/money-back.ts";
import type { DB } from "#server/db/tables.ts";

/** A payment's number as people read it out: the end of its id. */
export function shortNumber(id: string): string {
  return id.slice(-12).toUpperCase();
}

const detail = z.object({ ended: z.array(z.enum(goods)).catch([]) }).catch({ ended: [] });

/** What a payment's full refund has ended, and whether the last of it went by a lost dispute. */
export async function refundStory(
  db: Kysely<DB>,
  paymentId: string,
): Promise<{ ended: Good[]; byBank: boolean }> {
  const event = await db
    .selectFrom("payment_events")
    .select("detail")
    .where("payment_id", "=", paymentId)
    .where("event", "=", "refunded")
    .executeTakeFirst();
  const last = await db
    .selectFrom("payment_refunds")
    .select("kind")
    .where("payment_id", "=", paymentId)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return { ended: detail.parse(event?.detail).ended, byBank: last?.kind === "dispute" };
}

/** A part of a payment that went back; cents. */
export async function findRefund(
  db: Kysely<DB>,
  id: string,
): Promise<{ paymentId: string; cents: number; kind: "refund" | "dispute"; at: Date } | null> {
  const row = await db
    .selectFrom("payment_refunds")
    .select(["payment_id as paymentId", "amount_cents as cents", "kind", "at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** A dispute as an admin is told of it; null where either is gone. */
export async function disputeForAdmin(
  db: Kysely<DB>,
  siteName: string,
  mail: { disputeId: string; status: string; adminId: string },
): Promise<{ to: string; words: MailText; path: string } | null> {
  const row = await db
    .selectFrom("payment_disputes as d")
    .innerJoin("payments as p", "p.id", "d.payment_id")
    .leftJoin("users as u", "u.id", "p.user_id")
    .select(["d.id", "d.reason", "d.amount_cents", "p.id as paymentId", "u.email"])
    .where("d.id", "=", mail.disputeId)
    .executeTakeFirst();
  const admin = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", mail.adminId)
    .where("is_admin", "=", true)
    .executeTakeFirst();
  if (row === undefined || admin === undefined) return null;
  const words = paymentMails.disputeForAdmin(siteName, {
    id: row.id,
    stage: disputeStage(mail.status),
    status: mail.status,
    reason: row.reason,
    amount: formatDollars(row.amount_cents),
    number: shortNumber(row.paymentId),
    person: row.email,
  });
  return { to: admin.email, words, path: "/admin" };
}
