import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "./world.ts";

const maxReviewMs = 30_000;

/** Resolves when the cars that are due for the review were looked at: a moment after their change, or by the minute. */
export async function waitForReviews({ site }: World): Promise<void> {
  const until = performance.now() + maxReviewMs;
  for (;;) {
    // A minute does not pass by itself here.
    await site.database.pool.query(
      "select graphile_worker.add_job('review_cars', '{}'::json, max_attempts => 3, job_key => 'clock:review_cars')",
    );
    await site.runUntilIdle();
    const { rowCount } = await site.database.pool.query(
      "select from car_review_due where due_at <= now() limit 1",
    );
    if (rowCount === 0) return;
    if (performance.now() > until) throw new Error("cars wait for their review");
    await sleep(50);
  }
}
