import { adminAccessMessages as text } from "#domain/messages/admin-access.ts";
import { AdminGate, AdminLoading } from "#web/features/admin/admin-gate.tsx";
import { NotFoundView } from "#web/features/shell/error-view.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(text.title);

export default function Page() {
  return (
    <SignedInPage loading={<AdminLoading />}>
      {() => <AdminGate denied={<NotFoundView title={text.denied} message={text.deniedText} />} />}
    </SignedInPage>
  );
}
