import { adminAccessMessages as text } from "#domain/messages/admin-access.ts";
import { AdminGate, AdminLoading } from "#web/features/admin/admin-gate.tsx";
import { NotFoundView } from "#web/features/shell/error-view.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { QueryProvider } from "#web/lib/query.tsx";

export const meta = privatePageMeta(text.title);

export default function Page() {
  return (
    <RequireUser loading={<AdminLoading />}>
      <QueryProvider>
        <AdminGate denied={<NotFoundView title={text.denied} message={text.deniedText} />} />
      </QueryProvider>
    </RequireUser>
  );
}
