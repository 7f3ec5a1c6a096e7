import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/**
 * An account's history for its export: statistics of its cars, the free car, mailed links, posts of its cars,
 * signals and questions about them, references of cars that an admin deleted, and admins' actions on it, on its
 * cars, or by it as an admin. Who the admin was, and whom an admin's own actions concerned, is excluded.
 */
export async function exportHistory(db: Kysely<DB>, userId: string) {
  const interest = await db
    .selectFrom("stat_days as s")
    .innerJoin("cars as c", "c.id", "s.car_id")
    .select(["s.car_id as carId", "s.day", "s.kind", "s.count"])
    .where("c.owner_id", "=", userId)
    .orderBy("s.day")
    .execute();
  const freeCar = await db
    .selectFrom("free_cars")
    .select(["car_id as carId", "created_at as at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const passwordLinks = await db
    .selectFrom("password_resets")
    .select(["created_at as sentAt", "expires_at as goodUntil", "used_at as usedAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const emailLinks = await db
    .selectFrom("email_verifications")
    .select(["created_at as sentAt", "expires_at as goodUntil", "used_at as usedAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const socialPosts = await db
    .selectFrom("social_posts as p")
    .innerJoin("cars as c", "c.id", "p.car_id")
    .select(["p.car_id as carId", "p.due_at as dueAt", "p.posted_at as postedAt"])
    .where("c.owner_id", "=", userId)
    .orderBy("p.due_at")
    .execute();
  const confirmationQuestions = await db
    .selectFrom("confirmation_questions as q")
    .innerJoin("cars as c", "c.id", "q.car_id")
    .leftJoin("confirmation_mails as m", "m.id", "q.mail_id")
    .select(["q.car_id as carId", "q.asked_at as askedAt", "m.day as mailedOn", "q.answer"])
    .select("q.answered_at as answeredAt")
    .where("c.owner_id", "=", userId)
    .orderBy("q.asked_at")
    .execute();
  const signals = await db
    .selectFrom("car_signals as s")
    .innerJoin("cars as c", "c.id", "s.car_id")
    .select(["s.car_id as carId", "s.kind", "s.found_at as foundAt", "s.gone_at as goneAt"])
    .select("s.dismissed_at as dismissedAt")
    .where("c.owner_id", "=", userId)
    .orderBy("s.found_at")
    .execute();
  const questions = await db
    .selectFrom("car_review_decisions as d")
    .innerJoin("cars as c", "c.id", "d.car_id")
    .select(["d.car_id as carId", "d.reason as question", "d.decided_at as askedAt", "d.answer"])
    .select("d.answered_at as answeredAt")
    .where("c.owner_id", "=", userId)
    .where("d.decision", "=", "ask")
    .orderBy("d.decided_at")
    .execute();
  const hiddenPhones = await db
    .selectFrom("hidden_phones")
    .select(["car_id as carId", "hidden_at as hiddenAt"])
    .where("owner_id", "=", userId)
    .orderBy("hidden_at")
    .execute();
  const removedReferences = await db
    .selectFrom("removed_references")
    .select(["reference", "removed_at as removedAt"])
    .where("owner_id", "=", userId)
    .orderBy("removed_at")
    .execute();
  const adminActions = await db
    .selectFrom("audit_log")
    .select(["at", "action", "target_label as about", "before", "after"])
    .where((eb) =>
      eb.or([
        eb("target_id", "=", userId),
        eb(
          "target_id",
          "in",
          eb
            .selectFrom("cars")
            .select(sql<string>`id::text`.as("id"))
            .where("owner_id", "=", userId),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
  // What the account did itself: as an admin, or as a dealer with keys.
  const recordedActions = await db
    .selectFrom("audit_log")
    .select(["at", "action"])
    .where("actor_id", "=", userId)
    .orderBy("id")
    .execute();
  return {
    contactRequests: interest.flatMap(({ kind, ...requests }) => (kind === "lead" ? requests : [])),
    carStatistics: interest,
    freeCar: freeCar ?? null,
    passwordLinks,
    emailLinks,
    confirmationQuestions,
    // Evidence about other people's cars is theirs.
    review: { signals, questions, hiddenPhones },
    socialPosts,
    removedReferences,
    adminActions,
    recordedActions,
  };
}
