import { adminAccessMessages } from "#domain/messages/admin-access.ts";
import { AdminGate, AdminLoading } from "#web/features/admin/admin-gate.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/features/shell/private-page-meta.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/admin";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(adminAccessMessages.title, matches);
}

export default function Page() {
  return (
    <RequireUser loading={<AdminLoading />}>
      <QueryProvider>
        <AdminGate />
      </QueryProvider>
    </RequireUser>
  );
}
