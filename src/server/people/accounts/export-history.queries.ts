import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/**
 * An account's history for its export: statistics of its cars, the free car, mailed links, posts of its cars,
 * signals and questions about them, and admins' actions on it, on its cars, or by it as an admin. Who the admin
 * was, and whom an admin's own actions concerned, is excluded.
 */
export async function exportHistory(db: Kysely<DB>, userId: string) {
  const interest = await db
    .selectFrom("stat_days as s")
    .innerJoin("cars as c", "c.id", "s.car_id")
    .select(["s.car_id", "s.day", "s.kind", "s.count"])
    .where("c.owner_id", "=", userId)
    .orderBy("s.day")
    .execute();
  const freeCar = await db
    .selectFrom("free_cars")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const links = await db
    .selectFrom("password_resets")
    .select(["created_at", "expires_at", "used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const emailLinks = await db
    .selectFrom("email_verifications")
    .select(["created_at", "expires_at", "used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const posts = await db
    .selectFrom("social_posts as p")
    .innerJoin("cars as c", "c.id", "p.car_id")
    .select(["p.car_id", "p.due_at", "p.posted_at"])
    .where("c.owner_id", "=", userId)
    .orderBy("p.due_at")
    .execute();
  const questions = await db
    .selectFrom("confirmation_questions as q")
    .innerJoin("cars as c", "c.id", "q.car_id")
    .leftJoin("confirmation_mails as m", "m.id", "q.mail_id")
    .select(["q.car_id", "q.asked_at", "q.answer", "q.answered_at", "m.day"])
    .where("c.owner_id", "=", userId)
    .orderBy("q.asked_at")
    .execute();
  const signals = await db
    .selectFrom("car_signals as s")
    .innerJoin("cars as c", "c.id", "s.car_id")
    .select(["s.car_id", "s.kind", "s.found_at", "s.gone_at", "s.dismissed_at"])
    .where("c.owner_id", "=", userId)
    .orderBy("s.found_at")
    .execute();
  const asked = await db
    .selectFrom("car_review_decisions as d")
    .innerJoin("cars as c", "c.id", "d.car_id")
    .select(["d.car_id", "d.reason", "d.decided_at", "d.answer", "d.answered_at"])
    .where("c.owner_id", "=", userId)
    .where("d.decision", "=", "ask")
    .orderBy("d.decided_at")
    .execute();
  const hiddenPhones = await db
    .selectFrom("hidden_phones")
    .select(["car_id", "hidden_at"])
    .where("owner_id", "=", userId)
    .orderBy("hidden_at")
    .execute();
  const about = await db
    .selectFrom("audit_log")
    .select(["at", "action", "target_label", "before", "after"])
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
  const own = await db
    .selectFrom("audit_log")
    .select(["at", "action"])
    .where("actor_id", "=", userId)
    .orderBy("id")
    .execute();
  return {
    contactRequests: interest
      .filter(({ kind }) => kind === "lead")
      .map(({ car_id, day, count }) => ({ carId: car_id, day, count })),
    carStatistics: interest.map(({ car_id, day, kind, count }) => ({ carId: car_id, day, kind, count })),
    freeCar: freeCar === undefined ? null : { carId: freeCar.car_id, at: freeCar.created_at.toISOString() },
    passwordLinks: links.map(mailedLink),
    emailLinks: emailLinks.map(mailedLink),
    confirmationQuestions: questions.map(({ car_id, asked_at, answer, answered_at, day }) => ({
      carId: car_id,
      askedAt: asked_at.toISOString(),
      mailedOn: day,
      answer,
      answeredAt: answered_at?.toISOString() ?? null,
    })),
    // Evidence about other people's cars is theirs.
    review: {
      signals: signals.map(({ car_id, kind, found_at, gone_at, dismissed_at }) => ({
        carId: car_id,
        kind,
        foundAt: found_at.toISOString(),
        goneAt: gone_at?.toISOString() ?? null,
        dismissedAt: dismissed_at?.toISOString() ?? null,
      })),
      questions: asked.map(({ car_id, reason, decided_at, answer, answered_at }) => ({
        carId: car_id,
        question: reason,
        askedAt: decided_at.toISOString(),
        answer,
        answeredAt: answered_at?.toISOString() ?? null,
      })),
      hiddenPhones: hiddenPhones.map(({ car_id, hidden_at }) => ({
        carId: car_id,
        hiddenAt: hidden_at.toISOString(),
      })),
    },
    socialPosts: posts.map(({ car_id, due_at, posted_at }) => ({
      carId: car_id,
      dueAt: due_at.toISOString(),
      postedAt: posted_at?.toISOString() ?? null,
    })),
    adminActions: about.map(({ at, action, target_label, before, after }) => ({
      at: at.toISOString(),
      action,
      about: target_label,
      before,
      after,
    })),
    actionsAsAdmin: own.map(({ at, action }) => ({ at: at.toISOString(), action })),
  };
}

function mailedLink({
  created_at,
  expires_at,
  used_at,
}: {
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}) {
  return {
    sentAt: created_at.toISOString(),
    goodUntil: expires_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  };
}
