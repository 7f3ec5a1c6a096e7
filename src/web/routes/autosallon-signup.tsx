import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { SignupPage } from "#web/features/dealer/signup-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";

export const meta = privatePageMeta(dealerPageMessages.signup.title);

export default function Page() {
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>
        <SignupPage
          subscribed={user?.dealerSubscription?.active === true}
          returning={user !== null && user.dealerSubscription !== null}
        />
      </QueryProvider>
    </RequireUser>
  );
}
