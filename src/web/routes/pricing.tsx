import { Navigate, useLocation } from "react-router";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { PricingPage } from "#web/features/sell/pricing-page.tsx";
import { readSellState } from "#web/features/sell/sell-state.ts";
import { useBack } from "#web/lib/back.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";

export const meta = privatePageMeta(text.pricingTitle);

function SignedIn() {
  const { user } = useAuth();
  const { state } = useLocation();
  const back = useBack("/add-car");
  const sell = readSellState(state);
  // Without a car there is nothing to price (specification.md#payment-pages);
  // the form offers the draft again.
  if (sell === null) return <Navigate to="/add-car" replace />;
  return user === null ? null : <PricingPage sell={sell} user={user} onBack={back} />;
}

export default function Page() {
  return (
    <RequireUser>
      <QueryProvider>
        <SignedIn />
      </QueryProvider>
    </RequireUser>
  );
}
