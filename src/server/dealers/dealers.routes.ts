import type { dealerPageEndpoints } from "#contract/dealer-page.ts";
import type { dealerEndpoints } from "#contract/dealers.ts";
import type { dealerVerificationEndpoints } from "#contract/verifications.ts";
import { remindToVerify } from "#server/people/accounts/email-verification.commands.ts";
import {
  cancelSubscription,
  currentSubscription,
  listInvoices,
  openPortal,
  reactivateSubscription,
  subscribe,
  verifySubscription,
} from "#server/money/billing/subscriptions.commands.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { receiveUpload } from "#server/market/photos/receive-upload.ts";
import { dealerPage, dealerStats, findBusiness, replaceDealerPage } from "./dealers.commands.ts";
import { dealerPhone, publicDealer } from "./seller-pages.commands.ts";
import { sellerQuery } from "./sellers.routes.ts";
import {
  ownVerification,
  requestVerificationByDocument,
  requestVerificationByTaxNumber,
} from "./verifications.commands.ts";

/** The contract's dealerEndpoints, dealerPageEndpoints and dealerVerificationEndpoints. */
export function dealersRoutes(
  ctx: Context,
): Routes<
  keyof typeof dealerEndpoints | keyof typeof dealerPageEndpoints | keyof typeof dealerVerificationEndpoints
> {
  const { db, limits } = ctx;
  return {
    "POST /api/payment/create-dealer-subscription": {
      limit: limits.checkout,
      handle: async ({ actor, body }) => {
        const { coupon, ...signup } = body;
        const checkout = await subscribe(ctx, actor.id, signup, coupon);
        // A business is written to about its money: the address had better be right.
        await remindToVerify(ctx, actor.id);
        return checkout;
      },
    },

    "POST /api/payment/verify-dealer-subscription": {
      limit: { take: (caller) => limits.cardVisit.visitor(caller) },
      handle: ({ body }) => verifySubscription(ctx, body.sessionId),
    },

    "GET /api/dealer/business": ({ actor }) => findBusiness(db, actor.id),
    "GET /api/dealer/subscription-status": ({ actor }) => currentSubscription(ctx, actor.id),
    "GET /api/dealer/stats": ({ actor }) => dealerStats(ctx, actor.id),
    "GET /api/dealer/billing-history": ({ actor }) => listInvoices(ctx, actor.id),

    "POST /api/dealer/customer-portal": {
      limit: limits.checkout,
      handle: ({ actor }) => openPortal(ctx, actor.id),
    },

    "POST /api/dealer/cancel-subscription": {
      limit: limits.checkout,
      handle: ({ actor }) => cancelSubscription(ctx, actor.id),
    },

    "POST /api/dealer/reactivate-subscription": {
      limit: limits.checkout,
      handle: ({ actor }) => reactivateSubscription(ctx, actor.id),
    },

    "GET /api/dealer/verification": ({ actor }) => ownVerification(ctx, actor.id),
    "POST /api/dealer/verification": {
      limit: limits.checkout,
      handle: ({ actor, body }) => requestVerificationByTaxNumber(ctx, actor.id, body.taxNumber),
    },
    "POST /api/dealer/verification/document": {
      limit: limits.photoUpload,
      handle: ({ c, actor }) =>
        requestVerificationByDocument(ctx, actor.id, () => receiveUpload(c), c.req.raw.signal),
    },

    "GET /api/dealers/{id}": async ({ c, params }) => {
      const dealer = await publicDealer(ctx, params.id, ...sellerQuery(c));
      c.header("X-Total-Count", String(dealer.found));
      return dealer;
    },

    "GET /api/dealer/page": ({ actor }) => dealerPage(ctx, actor.id),
    "PUT /api/dealer/page": ({ actor, body }) => replaceDealerPage(ctx, actor.id, body),

    // Like a car's contact: the number is in no page's source, and both calls share one rate limit. It counts as no lead,
    // which is a question about a car.
    "POST /api/dealers/{id}/contact": {
      limit: limits.contact,
      handle: ({ c, params }) => {
        c.header("Cache-Control", "private, no-store");
        return dealerPhone(ctx, params.id);
      },
    },
  };
}
