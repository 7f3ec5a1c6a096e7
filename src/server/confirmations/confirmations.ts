import { createHmac } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { Car } from "#contract/cars.ts";
import type { AskedCar } from "#contract/confirmations.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canContactSeller, canSeeCar, isOwner } from "#domain/cars/car-permissions.ts";
import type { ConfirmationAnswer } from "#domain/cars/confirmation.ts";
import { hashSecret, newSecret } from "#server/accounts/secrets.ts";
import { requireDealer } from "#server/billing/subscriptions.service.ts";
import { loadCar, loadCarAccess, loadCars, lockCar } from "#server/cars/cars.queries.ts";
import type { CarsService } from "#server/cars/cars.service.ts";
import { type PhotoUrl, presentCar } from "#server/cars/present-car.ts";
import { confirmCar, updateCarStatus } from "#server/cars/write-cars.queries.ts";
import { createSiteKey } from "#server/db/site-keys.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { network } from "#server/http/limits.ts";
import { type AddJob, defineTask, type ScheduledTask, type Task } from "#server/jobs/jobs.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import {
  confirmCarsOf,
  deleteOldConfirmations,
  findLinked,
  insertLinks,
  loadMail,
  loadOwnersToAsk,
  noteVisitor,
  openMail,
  writeAnswer,
} from "./confirmations.queries.ts";
import { layOutQuestion } from "./lay-out-question.ts";

export interface ConfirmationsDeps {
  readonly db: Kysely<DB>;
  readonly cars: CarsService;
  readonly addJob: AddJob;
  readonly mailer: Mailer;
  readonly photoUrl: PhotoUrl;
  readonly site: { readonly name: string; readonly publicUrl: string };
}

/** Who asks: an account, or a guest's address and browser. */
export interface Visitor {
  readonly actor: Actor | null;
  readonly address: string;
  readonly browser: string;
}

/** Whether cars are still for sale (specification.md#freshness). Throws AppErrors only. */
export interface Confirmations {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  /** The owner confirms a car. Throws as `CarsService.assertEditable`. */
  confirm(owner: Actor, carId: string): Promise<Car>;
  /** A dealer confirms all active cars; returns how many. Throws dealers_only. */
  confirmStock(dealer: Actor): Promise<number>;
  /** A visitor wants to know. Throws car_not_found, or contact_unavailable for a car that is not on sale. */
  ask(visitor: Visitor, carId: string): Promise<void>;
  /** What a mailed link asks about; changes nothing. Throws confirmation_link_used where it is no question any more. */
  look(token: string): Promise<AskedCar>;
  /** Answers it, once; "not_sold" takes back a mistaken "sold". Throws confirmation_link_used. */
  answer(token: string, answer: ConfirmationAnswer | "not_sold"): Promise<void>;
}

const askOwnersTask = "ask_owners";
const askOwnerTask = "ask_owner";
const sendTask = "send_confirmation_mail";
const ownersAtOnce = 500;
/** A mail names so many cars; the rest are counted. All of them have been asked about. */
const carsInMail = 30;

/** The question of a link, with its car locked; a car that is sold or gone by other ways asks nothing any more. */
async function lockQuestion(trx: Transaction<DB>, token: string) {
  const linked = await findLinked(trx, hashSecret(token));
  const car = linked === null ? null : await lockCar(trx, linked.carId);
  if (linked === null || car === null) throw new AppError("confirmation_link_used");
  return { ...linked, car };
}

/** Wires what keeps cars confirmed; starts nothing. */
export function createConfirmations(deps: ConfirmationsDeps): Confirmations {
  const { db, cars, addJob, mailer, photoUrl, site } = deps;
  const readKey = createSiteKey(db, "visitors");

  async function askOwner(userId: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const mailId = await openMail(trx, userId);
      if (mailId !== null) await addJob(sendTask, { mailId }, { trx });
    });
  }

  async function askOwners(signal: AbortSignal): Promise<void> {
    let after: string | null = null;
    while (!signal.aborted) {
      const owners: string[] = await loadOwnersToAsk(db, after, ownersAtOnce);
      for (const owner of owners) await askOwner(owner);
      after = owners.at(-1) ?? null;
      if (owners.length < ownersAtOnce) return;
    }
  }

  /** The links' tokens are made here, so that only the mail contains them; sent again, it has new ones. */
  async function send(mailId: string): Promise<void> {
    const mail = await loadMail(db, mailId);
    if (mail === null) return;
    const shown = mail.questions
      .slice(0, carsInMail)
      .map(({ id, car_id }) => ({ id, car_id, token: newSecret() }));
    const rows = await loadCars(
      db,
      shown.map(({ car_id: id }) => id),
    );
    await insertLinks(
      db,
      shown.map(({ id, token }) => ({ questionId: id, tokenHash: hashSecret(token) })),
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

  async function hashOf({ actor, address, browser }: Visitor): Promise<Buffer> {
    const who = actor === null ? `guest ${network(address)} ${browser}` : `account ${actor.id}`;
    return createHmac("sha256", await readKey())
      .update(who)
      .digest();
  }

  return {
    tasks: {
      [askOwnerTask]: defineTask(z.object({ userId: z.uuid() }), ({ userId }) => askOwner(userId)),
      [sendTask]: defineTask(z.object({ mailId: z.uuid() }), ({ mailId }) => send(mailId)),
    },
    schedule: {
      // By day in Kosovo, each hour: what a morning without the site left out is asked later that day.
      [askOwnersTask]: { cron: "7 7-17 * * *", run: askOwners },
      sweep_confirmations: { cron: "41 3 * * *", run: () => deleteOldConfirmations(db) },
    },

    confirm: async (owner, carId) => {
      await cars.assertEditable(owner, carId);
      const row = await db.transaction().execute(async (trx) => {
        const locked = await lockCar(trx, carId);
        if (locked?.state === "active") await confirmCar(trx, carId);
        return loadCar(trx, carId);
      });
      if (row === null) throw new AppError("car_not_found");
      return presentCar(row, owner, photoUrl);
    },

    confirmStock: async (dealer) => {
      await requireDealer(db, dealer.id);
      return confirmCarsOf(db, dealer.id);
    },

    ask: async (visitor, carId) => {
      const access = await loadCarAccess(db, carId);
      if (access === null || !canSeeCar(visitor.actor, access)) throw new AppError("car_not_found");
      if (!canContactSeller(access)) throw new AppError("contact_unavailable");
      if (isOwner(visitor.actor, access)) return;
      const hash = await hashOf(visitor);
      await db.transaction().execute(async (trx) => {
        const ownerId = await noteVisitor(trx, carId, hash);
        if (ownerId !== null) await addJob(askOwnerTask, { userId: ownerId }, { trx });
      });
    },

    look: async (token) => {
      const linked = await findLinked(db, hashSecret(token));
      const row = linked?.answer === null ? await loadCar(db, linked.carId) : null;
      if (row === null || row.state !== "active") throw new AppError("confirmation_link_used");
      const { id, brand, model, year, price, mileage, photos } = row;
      const [photo] = photos;
      return {
        id,
        brand,
        model,
        year,
        price,
        mileage,
        image: photo === undefined ? null : photoUrl(photo.id),
      };
    },

    answer: (token, answer) =>
      db.transaction().execute(async (trx) => {
        const { questionId, carId, car } = await lockQuestion(trx, token);
        const [from, to] = answer === "not_sold" ? (["sold", "on_sale"] as const) : ([null, answer] as const);
        // What the owner did since then by other ways stands.
        if (car.state !== (answer === "not_sold" ? "sold" : "active"))
          throw new AppError("confirmation_link_used");
        if (!(await writeAnswer(trx, questionId, from, to))) throw new AppError("confirmation_link_used");
        if (answer === "on_sale") await confirmCar(trx, carId);
        else if (answer === "sold") await updateCarStatus(trx, carId, { state: "sold", archivedFrom: null });
        else await updateCarStatus(trx, carId, { state: "active", archivedFrom: null });
      }),
  };
}
