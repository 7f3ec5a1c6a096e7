import { Outlet } from "react-router";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { DealerFrame } from "#web/features/dealer/dealer-frame.tsx";
import { PromoPage } from "#web/features/dealer/promo-page.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";

export default function Area() {
  return (
    <SignedInPage>
      {(user) =>
        hasDealerAccess(user) ? (
          <DealerFrame>
            <Outlet context={user} />
          </DealerFrame>
        ) : (
          <PromoPage />
        )
      }
    </SignedInPage>
  );
}
