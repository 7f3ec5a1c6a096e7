import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { SignupPage } from "#web/features/dealer/signup-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/autosallon-signup";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(dealerPageMessages.signup.title, matches);
}

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
