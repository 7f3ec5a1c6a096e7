import { createHmac } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Car } from "#contract/cars.ts";
import type { AskedCar } from "#contract/confirmations.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canContactSeller, canSeeCar, isOwner } from "#domain/cars/car-permissions.ts";
import { type ConfirmationAnswer, confirmationRules } from "#domain/cars/confirmation.ts";
import { hashSecret, newSecret } from "#server/people/accounts/secrets.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { loadCar, loadCarAccess, loadCars, lockCar } from "#server/market/cars/cars.queries.ts";
import { requireEditable, versioned } from "#server/market/cars/read-cars.ts";
import { confirmCar, updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { network } from "#server/http/limits.ts";
import { defineTask, type BackgroundWork } from "#server/platform/jobs/jobs.ts";
import {
  deleteOldConfirmations,
  findLinked,
  loadMail,
  loadOwnersToAsk,
  noteVisitor,
  openMail,
} from "./confirmations.queries.ts";
import { layOutQuestion } from "./lay-out-question.ts";

/** The visitor: an account, or a guest's address and browser. */
export interface Visitor {
  readonly actor: Actor | null;
  readonly address: string;
  readonly browser: string;
}

const askOwnersTask = "ask_owners";
const askOwnerTask = "ask_owner";
const sendTask = "send_confirmation_mail";
const ownersAtOnce = 500;
/** A mail names so many cars and counts the others. All of them count as asked. */
const maxCarsInMail = 30;

/** The question of a link, with its car locked; void for a car that was sold or removed otherwise. */
async function lockQuestion(trx: Transaction<DB>, token: string) {
  const linked = await findLinked(trx, hashSecret(token));
  const car = linked === null ? null : await lockCar(trx, linked.carId);
  if (linked === null || car === null) throw new AppError("confirmation_link_used");
  return { ...linked, car };
}

type Asking = Pick<Context, "db" | "addJob">;

async function askOwner({ db, addJob }: Asking, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const mailId = await openMail(trx, userId);
    if (mailId !== null) await addJob(sendTask, { mailId }, { trx, maxAttempts: 15 });
  });
}

async function askOwners(ctx: Asking, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  while (!signal.aborted) {
    const owners: string[] = await loadOwnersToAsk(ctx.db, after, ownersAtOnce);
    for (const owner of owners) await askOwner(ctx, owner);
    after = owners.at(-1) ?? null;
    if (owners.length < ownersAtOnce) return;
  }
}

/** Creates the links' tokens and mails them, so that only the mail contains them; a repeated run creates new ones. */
async function sendQuestion(
  { db, mailer, site }: Pick<Context, "db" | "mailer" | "site">,
  mailId: string,
): Promise<void> {
  const asked = await db.transaction().execute(async (trx) => {
    const mail = await loadMail(trx, mailId);
    if (mail === null) return null;
    const shown = mail.questions
      .slice(0, maxCarsInMail)
      .map(({ id, car_id }) => ({ id, car_id, token: newSecret() }));
    await trx
      .insertInto("confirmation_links")
      .values(
        shown.map(({ id, token }) => ({
          token_hash: hashSecret(token),
          question_id: id,
          expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(confirmationRules.linkDays)})`,
        })),
      )
      .execute();
    return { mail, shown };
  });
  if (asked === null) return;
  const { mail, shown } = asked;
  const rows = await loadCars(
    db,
    shown.map(({ car_id: id }) => id),
  );
  const questions = shown.flatMap(({ car_id: id, token }) => {
    const car = rows.find((row) => row.id === id);
    return car === undefined ? [] : [{ car, link: `${site.publicUrl}/confirm?token=${token}` }];
  });
  const content = layOutQuestion(questions, {
    byBuyers: mail.questions.every(({ reason }) => reason === "buyers"),
    more: mail.questions.length - shown.length,
    siteName: site.name,
  });
  await mailer.send(mail.email, content, `confirm-${mailId}`);
}

/** The jobs that ask owners whether their cars are still for sale (specification.md#freshness). */
export function confirmationJobs(ctx: Pick<Context, "db" | "addJob" | "mailer" | "site">): BackgroundWork {
  return {
    tasks: {
      [askOwnerTask]: defineTask(z.object({ userId: z.uuid() }), ({ userId }) => askOwner(ctx, userId)),
      [sendTask]: defineTask(z.object({ mailId: z.uuid() }), ({ mailId }) => sendQuestion(ctx, mailId)),
    },
    schedule: {
      // Each hour of the day in Kosovo: a morning without the site is made up for later.
      [askOwnersTask]: { cron: "7 7-17 * * *", run: (signal) => askOwners(ctx, signal) },
      sweep_confirmations: { cron: "41 3 * * *", run: () => deleteOldConfirmations(ctx.db) },
    },
  };
}

/** The owner confirms a car. Throws as `requireEditable`. */
export async function confirmOwnCar(ctx: Context, owner: Actor, carId: string): Promise<Car> {
  await requireEditable(ctx, owner, carId);
  const row = await ctx.db.transaction().execute(async (trx) => {
    const locked = await lockCar(trx, carId);
    if (locked?.state === "active") await confirmCar(trx, carId);
    return loadCar(trx, carId);
  });
  if (row === null) throw new AppError("car_not_found");
  return versioned(ctx, row, owner).car;
}

/** A dealer confirms all active cars; returns how many. Throws dealers_only. Index cars_owner. */
export async function confirmStock({ db }: Context, dealer: Actor): Promise<number> {
  await requireDealer(db, dealer.id);
  const { numUpdatedRows } = await db
    .updateTable("cars")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("owner_id", "=", dealer.id)
    .where("state", "=", "active")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function hashOf({ siteKey }: Context, { actor, address, browser }: Visitor): Promise<Buffer> {
  const who = actor === null ? `guest ${network(address)} ${browser}` : `account ${actor.id}`;
  return createHmac("sha256", await siteKey("visitors"))
    .update(who)
    .digest();
}

/** A visitor asks if a car is still available. Throws car_not_found; contact_unavailable for a car that is not on sale. */
export async function askIfAvailable(ctx: Context, visitor: Visitor, carId: string): Promise<void> {
  const { db, addJob } = ctx;
  const access = await loadCarAccess(db, carId);
  if (access === null || !canSeeCar(visitor.actor, access)) throw new AppError("car_not_found");
  if (!canContactSeller(access)) throw new AppError("contact_unavailable");
  if (isOwner(visitor.actor, access)) return;
  const hash = await hashOf(ctx, visitor);
  await db.transaction().execute(async (trx) => {
    const ownerId = await noteVisitor(trx, carId, hash);
    if (ownerId !== null) await addJob(askOwnerTask, { userId: ownerId }, { trx });
  });
}

/** The car that a mailed link asks about; changes nothing. Throws confirmation_link_used for an answered question. */
export async function readQuestion({ db, photos }: Context, token: string): Promise<AskedCar> {
  const linked = await findLinked(db, hashSecret(token));
  const row = linked?.answer === null ? await loadCar(db, linked.carId) : null;
  if (row === null || row.state !== "active") throw new AppError("confirmation_link_used");
  const { id, brand, model, year, price, mileage } = row;
  const [photo] = row.photos;
  return {
    id,
    brand,
    model,
    year,
    price,
    mileage,
    image: photo === undefined ? null : photos.url(photo.id),
  };
}

/** Answers the question of a mailed link, once; "not_sold" undoes a mistaken "sold". Throws confirmation_link_used. */
export async function answerQuestion(
  { db }: Context,
  token: string,
  answer: ConfirmationAnswer | "not_sold",
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { questionId, carId, car } = await lockQuestion(trx, token);
    const [from, to] = answer === "not_sold" ? (["sold", "on_sale"] as const) : ([null, answer] as const);
    // A later change by the owner stays.
    if (car.state !== (answer === "not_sold" ? "sold" : "active"))
      throw new AppError("confirmation_link_used");
    const { numUpdatedRows } = await trx
      .updateTable("confirmation_questions")
      .set({ answer: to, answered_at: sql<Date>`now()` })
      .where("id", "=", questionId)
      .where("answer", from === null ? "is" : "=", from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("confirmation_link_used");
    if (answer === "on_sale") await confirmCar(trx, carId);
    else if (answer === "sold") await updateCarStatus(trx, carId, { state: "sold", archivedFrom: null });
    else await updateCarStatus(trx, carId, { state: "active", archivedFrom: null });
  });
}
