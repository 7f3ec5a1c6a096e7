import { adminCouponEndpoints } from "./admin-coupons.ts";
import { adminQueueEndpoints } from "./admin-queues.ts";
import { adminListEndpoints } from "./admin-lists.ts";
import { adminPaymentEndpoints } from "./admin-payments.ts";
import { adminStockCodeEndpoints } from "./admin-stock-codes.ts";
import { adminWatchEndpoints } from "./admin-watch.ts";
import { adminInvoiceEndpoints } from "./invoices.ts";
import { joinNames } from "./join-names.ts";
import { adminTariffEndpoints } from "./tariffs.ts";
import { adminVerificationEndpoints } from "./verifications.ts";

/**
 * The calls of the administration (specification.md#admin): 401 for guests, 403 for accounts that are no admins
 * at that moment. The schemas are in admin-lists.ts (overview, users, cars), admin-queues.ts (suggested models,
 * reports, posts), admin-payments.ts and admin-watch.ts (audit log, charts, health).
 */
export const adminEndpoints = joinNames(
  "endpoints",
  adminListEndpoints,
  adminQueueEndpoints,
  adminWatchEndpoints,
  adminVerificationEndpoints,
  adminTariffEndpoints,
  adminPaymentEndpoints,
  adminCouponEndpoints,
  adminInvoiceEndpoints,
  adminStockCodeEndpoints,
);
