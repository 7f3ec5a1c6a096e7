import { Outlet } from "react-router";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { DealerFrame } from "#web/features/dealer/dealer-frame.tsx";
import { PromoPage } from "#web/features/dealer/promo-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";

export default function Area() {
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>
        {user !== null &&
          (hasDealerAccess(user) ? (
            <DealerFrame>
              <Outlet context={user} />
            </DealerFrame>
          ) : (
            <PromoPage />
          ))}
      </QueryProvider>
    </RequireUser>
  );
}
