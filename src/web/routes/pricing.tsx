import { Navigate, useLocation } from "react-router";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { PricingPage } from "#web/features/sell/pricing-page.tsx";
import { readSellState } from "#web/features/sell/sell-state.ts";
import { useBack } from "#web/lib/back.ts";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(text.pricingTitle);

export default function Page() {
  const { state } = useLocation();
  const back = useBack("/add-car");
  const sell = readSellState(state);
  return (
    <SignedInPage>
      {(user) =>
        // Without a car there is nothing to price (specification.md#payment-pages);
        // the form offers the draft again.
        sell === null ? (
          <Navigate to="/add-car" replace />
        ) : (
          <PricingPage sell={sell} user={user} onBack={back} />
        )
      }
    </SignedInPage>
  );
}
