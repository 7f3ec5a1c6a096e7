import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { HistoryPage } from "#web/features/payments/history-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";

export const meta = privatePageMeta(paymentHistoryMessages.title);

export default function Page() {
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>{user !== null && <HistoryPage isDealer={hasDealerAccess(user)} />}</QueryProvider>
    </RequireUser>
  );
}
