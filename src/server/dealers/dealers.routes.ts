import type { dealerPageEndpoints } from "#contract/dealer-page.ts";
import type { dealerEndpoints } from "#contract/dealers.ts";
import type { dealerVerificationEndpoints } from "#contract/verifications.ts";
import type { EmailVerificationService } from "#server/accounts/email-verification.service.ts";
import type { SubscriptionsService } from "#server/billing/subscriptions.service.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import { receiveUpload } from "#server/photos/receive-upload.ts";
import type { VerificationsService } from "./verifications.service.ts";
import type { DealersService } from "./dealers.service.ts";
import type { SellerPagesService } from "./seller-pages.service.ts";
import { sellerQuery } from "./sellers.routes.ts";

export interface DealersRoutesDeps {
  readonly dealers: DealersService;
  readonly sellerPages: SellerPagesService;
  readonly subscriptions: SubscriptionsService;
  readonly emailVerification: Pick<EmailVerificationService, "remind">;
  readonly verifications: VerificationsService;
  readonly limits: Pick<Limits, "checkout" | "cardVisit" | "contact" | "photoUpload">;
}

/** The contract's dealerEndpoints, dealerPageEndpoints and dealerVerificationEndpoints. */
export function dealersRoutes(
  deps: DealersRoutesDeps,
): Routes<
  keyof typeof dealerEndpoints | keyof typeof dealerPageEndpoints | keyof typeof dealerVerificationEndpoints
> {
  const { dealers, sellerPages, verifications, subscriptions, emailVerification, limits } = deps;
  return {
    "POST /api/payment/create-dealer-subscription": {
      limit: limits.checkout,
      handle: async ({ actor, body }) => {
        const { coupon, ...signup } = body;
        const checkout = await subscriptions.subscribe(actor.id, signup, coupon);
        // A business is written to about its money: the address had better be right.
        await emailVerification.remind(actor.id);
        return checkout;
      },
    },

    "POST /api/payment/verify-dealer-subscription": {
      limit: { take: (caller) => limits.cardVisit.visitor(caller) },
      handle: ({ body }) => subscriptions.verify(body.sessionId),
    },

    "GET /api/dealer/business": ({ actor }) => dealers.business(actor.id),
    "GET /api/dealer/subscription-status": ({ actor }) => subscriptions.subscription(actor.id),
    "GET /api/dealer/stats": ({ actor }) => dealers.stats(actor.id),
    "GET /api/dealer/billing-history": ({ actor }) => subscriptions.invoices(actor.id),

    "POST /api/dealer/customer-portal": {
      limit: limits.checkout,
      handle: ({ actor }) => subscriptions.portal(actor.id),
    },

    "POST /api/dealer/cancel-subscription": {
      limit: limits.checkout,
      handle: ({ actor }) => subscriptions.cancel(actor.id),
    },

    "POST /api/dealer/reactivate-subscription": {
      limit: limits.checkout,
      handle: ({ actor }) => subscriptions.reactivate(actor.id),
    },

    "GET /api/dealer/verification": ({ actor }) => verifications.own(actor.id),
    "POST /api/dealer/verification": {
      limit: limits.checkout,
      handle: ({ actor, body }) => verifications.askByTaxNumber(actor.id, body.taxNumber),
    },
    "POST /api/dealer/verification/document": {
      limit: limits.photoUpload,
      handle: ({ c, actor }) =>
        verifications.askByDocument(actor.id, () => receiveUpload(c), c.req.raw.signal),
    },

    "GET /api/dealers/{id}": async ({ c, params }) => {
      const dealer = await sellerPages.dealer(params.id, ...sellerQuery(c));
      c.header("X-Total-Count", String(dealer.found));
      return dealer;
    },

    "GET /api/dealer/page": ({ actor }) => dealers.page(actor.id),
    "PUT /api/dealer/page": ({ actor, body }) => dealers.savePage(actor.id, body),

    // As a car's contact: the number stands in no page, and whoever gathers numbers has one allowance for both. It is no
    // lead, which is a question about a car.
    "POST /api/dealers/{id}/contact": {
      limit: limits.contact,
      handle: ({ c, params }) => {
        c.header("Cache-Control", "private, no-store");
        return sellerPages.dealerContact(params.id);
      },
    },
  };
}
