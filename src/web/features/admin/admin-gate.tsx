import { lazy, type ReactNode, Suspense } from "react";
import { adminAccessMessages as text } from "#domain/messages/admin-access.ts";
import { Spinner } from "#web/components/spinner.tsx";
import { useAuth } from "#web/lib/auth.ts";

/** Nothing of the dashboard is loaded before the server has said that the user is an admin. */
const AdminPage = lazy(async () => ({ default: (await import("./admin-page.tsx")).AdminPage }));

export function AdminLoading() {
  return (
    <>
      <h1 className="sr-only">{text.title}</h1>
      <output className="flex min-h-96 flex-col items-center justify-center gap-4 text-ink-soft">
        <Spinner className="size-8 text-blue-text" />
        {text.loading}
      </output>
    </>
  );
}

/** /admin for admins; `denied` for any other signed-in user (specification.md#admin). */
export function AdminGate({ denied }: { denied: ReactNode }) {
  const { user } = useAuth();
  if (user === null || !user.isAdmin) return denied;
  return (
    <Suspense fallback={<AdminLoading />}>
      <AdminPage />
    </Suspense>
  );
}
