import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { adminMails, type ChangeInMail } from "#domain/messages/mail-admin.ts";
import type { MailText } from "#domain/messages/mail.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type AddJob, defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { ActingAdmin } from "#server/admin/audit/audit.queries.ts";

export const ownerMailTask = "send_owner_mail";

const carInNotice = z.object({
  id: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  /** EUR. */
  price: z.number(),
});
const facts = z.record(z.string(), z.unknown());

const subject = z.discriminatedUnion("what", [
  z.object({ what: z.literal("carChanged"), car: carInNotice, before: facts, after: facts }),
  z.object({ what: z.literal("carHidden"), car: carInNotice }),
  z.object({ what: z.literal("carAsked"), car: carInNotice }),
  z.object({ what: z.literal("carShown"), car: carInNotice }),
  z.object({ what: z.literal("carDeleted"), car: carInNotice }),
  z.object({ what: z.literal("accountChanged"), before: facts, after: facts }),
  z.object({ what: z.literal("accountSuspended") }),
  z.object({ what: z.literal("suspensionLifted") }),
  z.object({ what: z.literal("dealerVerified") }),
  z.object({ what: z.literal("dealerRefused") }),
  z.object({ what: z.literal("accountDeleted") }),
]);
type Subject = z.infer<typeof subject>;

/** An admin's action on another person's car or account. `email`: if the account's row no longer has it. */
const notice = z.object({
  id: z.string(),
  ownerId: z.string(),
  email: z.string().nullable(),
  reason: z.string().nullable(),
  subject,
});
type Notice = z.infer<typeof notice>;

export interface OwnerNotice {
  readonly ownerId: string;
  /** The former address; null: the account's at the time of sending. */
  readonly email?: string | null;
  readonly subject: Subject;
}

/** The batches of a bulk deletion follow within this time; each delays the mail by it, in ms. */
const bulkPause = 20_000;

/**
 * Queues the mails that tell owners about an admin's action, in its transaction: one per owner. Admins get none
 * about their own. `bulk` names a deletion in several transactions: each owner gets one mail, whose job grows
 * until the last of them (graphile-worker merges list payloads).
 */
export async function queueOwnerMails(
  trx: Transaction<DB>,
  addJob: AddJob,
  acting: ActingAdmin,
  notices: readonly OwnerNotice[],
  { reason, bulk }: { reason: string | null; bulk?: string },
): Promise<void> {
  const others = notices.filter(({ ownerId }) => ownerId !== acting.id);
  for (const [ownerId, own] of Map.groupBy(others, (one) => one.ownerId)) {
    const payload: Notice[] = own.map((one) => ({
      id: uuidv7(),
      ownerId,
      email: one.email ?? null,
      reason,
      subject: one.subject,
    }));
    await addJob(ownerMailTask, payload, {
      trx,
      maxAttempts: 15,
      ...(bulk === undefined
        ? {}
        : { key: `owner:${bulk}:${ownerId}`, runAt: new Date(Date.now() + bulkPause) }),
    });
  }
}

/** Cars named in the mail about a bulk deletion. */
const carsNamed = 50;

const { fields, yes, no, nothing } = adminMails;
const labels: Readonly<Record<string, string>> = fields;

function valueText(field: string, value: unknown): string {
  if (typeof value === "boolean") return value ? yes : no;
  if (typeof value === "number") {
    if (field === "price") return formatEuro(value);
    return field === "mileage" ? formatKm(value) : String(value);
  }
  if (field === "type" && typeof value === "string") return carTypeLabel(value);
  return typeof value === "string" && value !== "" ? value : nothing;
}

function changesOf({ before, after }: Record<"before" | "after", z.infer<typeof facts>>): ChangeInMail[] {
  return Object.keys(after).flatMap((field) => {
    const label = labels[field];
    return label === undefined
      ? []
      : [[label, valueText(field, before[field]), valueText(field, after[field])] as const];
  });
}

function carOf({ brand, model, year, price }: z.infer<typeof carInNotice>) {
  return { name: `${brand} ${model}, ${year}`, price: formatEuro(price) };
}

interface SiteInMail {
  readonly name: string;
  readonly publicUrl: string;
  readonly contactEmail: () => string;
}

/** The texts and the target of their link. */
function write(notices: readonly [Notice, ...Notice[]], site: SiteInMail): { words: MailText; path: string } {
  const [{ subject: first, reason }] = notices;
  const common = { site: site.name, reason, contactEmail: site.contactEmail() };
  switch (first.what) {
    case "carChanged":
      return {
        words: adminMails.carChanged(carOf(first.car), changesOf(first), common),
        path: `/car/${first.car.id}`,
      };
    case "carHidden":
      return { words: adminMails.carHidden(carOf(first.car), common), path: `/car/${first.car.id}` };
    case "carAsked":
      return { words: adminMails.carAsked(carOf(first.car), common), path: "/my-publishings" };
    case "carShown":
      return { words: adminMails.carShown(carOf(first.car), common), path: `/car/${first.car.id}` };
    case "carDeleted": {
      const cars = notices.flatMap((one) =>
        one.subject.what === "carDeleted" ? [carOf(one.subject.car)] : [],
      );
      const named = cars.slice(0, carsNamed);
      const words =
        cars.length === 1
          ? adminMails.carDeleted(carOf(first.car), common)
          : adminMails.carsDeleted(named, cars.length - named.length, common);
      return { words, path: "/my-publishings" };
    }
    case "accountChanged":
      return { words: adminMails.accountChanged(changesOf(first), common), path: "/profile" };
    case "accountSuspended":
      return { words: adminMails.accountSuspended(common), path: "/profile" };
    case "suspensionLifted":
      return { words: adminMails.suspensionLifted(common), path: "/my-publishings" };
    case "dealerVerified":
      return { words: adminMails.dealerVerified(common), path: "/autosallon-dashboard/page" };
    case "dealerRefused":
      return { words: adminMails.dealerRefused(common), path: "/autosallon-dashboard/page" };
    case "accountDeleted":
      return { words: adminMails.accountDeleted(common), path: "/" };
  }
}

/** Sends a queued mail, unless the account was deleted meanwhile and the mail is not about that. */
export function ownerMailTasks(deps: {
  readonly db: Kysely<DB>;
  readonly mailer: Mailer;
  readonly site: SiteInMail;
}): Record<string, Task> {
  const { db, mailer, site } = deps;
  return {
    [ownerMailTask]: defineTask(z.tuple([notice], notice), async (notices) => {
      const [first] = notices;
      const owner = db.selectFrom("users").select("email").where("id", "=", first.ownerId);
      const to = first.email ?? (await owner.executeTakeFirst())?.email;
      if (to === undefined) return;
      const { words, path } = write(notices, site);
      const content = layOutMail(words, { siteName: site.name, link: `${site.publicUrl}${path}` });
      await mailer.send(to, content, `owner:${first.id}`);
    }),
  };
}
