import { join } from "node:path";
import { z } from "zod";
import type { PublishCarInput } from "#contract/cars.ts";
import { checkout, type Checkout } from "#contract/payments.ts";
import { type Answer, createTestApp, type TestApp, type TestUser, type TestUserOptions } from "./app.ts";
import { drainJobs } from "./drain-jobs.ts";
import { type Delivery, startTestProvider, type TestProvider } from "./provider.ts";
import type { Logger } from "#server/log.ts";
import { type ReadMail, readOutbox } from "./read-mail.ts";

/** The application with a running card payment provider; jobs run when the test calls them. */
export interface PaymentSite extends TestApp {
  readonly provider: TestProvider;
  /** A seller whose next car costs 3 dollars. */
  registerSeller(options?: TestUserOptions): Promise<TestUser>;
  /** Opens a checkout for a new car and returns the session id; throws unless the status is 200. */
  checkOut(
    payer: TestUser,
    order?: {
      days?: number;
      social?: boolean;
      carId?: string;
      carIds?: readonly string[];
      car?: Partial<PublishCarInput>;
    },
  ): Promise<Checkout>;
  verify(sessionId: string): Promise<Answer>;
  /** Delivers a webhook as the provider sent it. */
  deliver(delivery: Delivery): Promise<Answer>;
  /** Runs all queued payment jobs; returns the errors. */
  drainJobs(): Promise<unknown[]>;
  /** Runs the sweeps that find lost or due work, and all queued jobs. */
  runUntilIdle(): Promise<void>;
  mails(): Promise<ReadMail[]>;
  /** Simulates a crash at the n-th step from now on; null: none. */
  crashAfter(steps: number | null): void;
}

export async function createPaymentSite(
  options: { env?: Readonly<Record<string, string>>; log?: Logger } = {},
): Promise<PaymentSite> {
  const provider = await startTestProvider();
  let stepsLeft: number | null = null;
  const app = await createTestApp({
    ...options,
    provider: provider.access,
    maxConnections: 60,
    step: async (name) => {
      if (stepsLeft === null) return;
      stepsLeft -= 1;
      if (stepsLeft < 0) throw new Error(`crashed after: ${name}`);
    },
  });
  const { db } = app.database;
  const site: PaymentSite = {
    ...app,
    provider,

    registerSeller: async (user) => {
      const seller = await app.registerUser(user);
      await db.insertInto("free_cars").values({ user_id: seller.id, car_id: seller.id }).execute();
      return seller;
    },

    checkOut: async (payer, { days = 0, social = false, carId, carIds, car } = {}) => {
      const extras = (days + (social ? 10 : 0)) * (carIds?.length ?? 1);
      const isNew = carId === undefined && carIds === undefined;
      const answer = await app.call("POST /api/payment/create-checkout", {
        as: payer,
        body: {
          ...(isNew ? { carData: await app.carFields(payer, car) } : { carId, carIds }),
          amount: isNew ? 3 + extras : extras,
          sponsorshipDays: days,
          socialPromotion: social,
        },
      });
      if (answer.status !== 200) throw new Error(`no checkout: ${JSON.stringify(answer.body)}`);
      return checkout.parse(answer.body);
    },

    verify: (sessionId) => app.call("POST /api/payment/verify-session", { body: { sessionId } }),

    deliver: ({ body, signature }) =>
      app.call("POST /api/payment/webhook", { raw: body, headers: { "stripe-signature": signature } }),

    drainJobs: () => drainJobs(app.database, app.services.billing.tasks),

    runUntilIdle: async () => {
      await app.services.billing.catchUp();
      await site.drainJobs();
      await app.services.billing.sweep();
      await site.drainJobs();
    },

    mails: () => readOutbox(join(app.dataDir, "outbox")),

    crashAfter: (steps) => {
      stepsLeft = steps;
    },

    close: async () => {
      await app.close();
      await provider.close();
    },
  };
  return site;
}

/** The id of the car in a verified payment's answer. */
export function carIdOf(answer: Answer): string {
  return z.object({ car: z.object({ _id: z.string() }) }).parse(answer.body).car._id;
}
