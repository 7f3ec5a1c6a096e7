import type { adminReviewEndpoints, reviewEndpoints } from "#contract/review.ts";
import { paged } from "#server/admin/queues.routes.ts";
import type { Context } from "#server/context.ts";
import { readIfMatch } from "#server/http/if-match.ts";
import type { Routes } from "#server/http/route.ts";
import { answerReview, decideReview, readQuestions, undoReview } from "./review.commands.ts";
import { findReviewed, loadReviewedCars } from "./reviewed-cars.queries.ts";

export function reviewRoutes(
  ctx: Context,
): Routes<keyof typeof adminReviewEndpoints | keyof typeof reviewEndpoints> {
  return {
    "GET /api/admin/review": async ({ c, actor, query }) => {
      const { ids, total } = await findReviewed(ctx.db, query);
      return paged(c, query, { cars: await loadReviewedCars(ctx, actor, ids), total });
    },
    "POST /api/admin/review/{id}": ({ c, actor, params, body }) =>
      decideReview(ctx, actor, params.id, body, readIfMatch(c)),
    "POST /api/admin/review/{id}/undo": ({ actor, params }) => undoReview(ctx, actor, params.id),

    "GET /api/me/review-questions": ({ actor }) => readQuestions(ctx, actor),
    "POST /api/cars/{id}/review-answer": ({ actor, params, body }) =>
      answerReview(ctx, actor, params.id, body.text),
  };
}
