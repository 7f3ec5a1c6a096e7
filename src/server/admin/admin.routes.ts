import type { adminEndpoints } from "#contract/admin.ts";
import type { Routes } from "#server/http/route.ts";
import type { Admin } from "./admin.ts";
import { adminInvoicesRoutes } from "./admin-invoices.routes.ts";
import { adminPaymentsRoutes } from "./admin-payments.routes.ts";
import { adminQueueRoutes } from "./queues.routes.ts";
import { adminListsRoutes } from "./lists.routes.ts";

export function adminRoutes(admin: Admin): Routes<keyof typeof adminEndpoints> {
  return {
    ...adminListsRoutes(admin),
    ...adminQueueRoutes(admin),
    ...adminPaymentsRoutes(admin),
    ...adminInvoicesRoutes(admin),
  };
}
