import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { Button } from "#web/components/button.tsx";
import { EmptyState } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { readPricingState } from "#web/features/sell/sell-state.ts";
import { useBack } from "#web/features/shell/back.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/features/shell/private-page-meta.ts";
import type { Route } from "./+types/checkout";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(text.checkoutTitle, matches);
}

/** Card payments are not open yet: says so plainly, with nothing published and nothing lost. */
function SignedIn() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const back = useBack("/pricing");
  const missing = readPricingState(state) === null;
  const told = useRef(false);

  useEffect(() => {
    if (!missing || told.current) return;
    told.current = true;
    toast.error(text.pricingMissing);
    void navigate("/add-car", { replace: true });
  }, [missing, navigate]);

  if (missing) return null;
  return (
    <EmptyState title={text.checkoutUnavailable} text={text.checkoutUnavailableText}>
      <Button onClick={back}>{text.checkoutBack}</Button>
    </EmptyState>
  );
}

export default function Page() {
  return (
    <RequireUser>
      <SignedIn />
    </RequireUser>
  );
}
