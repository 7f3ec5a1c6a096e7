import { useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { User } from "#contract/accounts.ts";
import { formatKm } from "#domain/format/format.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { toast } from "#web/components/toast.ts";
import { type CheckoutOrder, readExtrasOrder } from "#web/features/payments/checkout-order.ts";
import { CheckoutPage } from "#web/features/payments/checkout-page.tsx";
import { draftKey } from "#web/features/sell/draft.ts";
import { type PricingState, readPricingState } from "#web/features/sell/sell-state.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { useTerms } from "#web/lib/site.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import type { Route } from "./+types/checkout";

const text = paymentPageMessages.checkout;

export const meta = privatePageMeta(text.title);

function publicationOrder(pricing: PricingState, user: User): CheckoutOrder {
  const { carData, photos, sponsorshipDays, socialPromotion, amountInCents, coupon, idempotencyKey } =
    pricing;
  return {
    purchase: { carData: { ...carData, images: photos.map((photo) => photo.url) } },
    car: {
      name: `${carData.brand} ${carData.model}`,
      facts: wholeItems([String(carData.year), formatKm(carData.mileage), carData.fuel]),
      price: carData.price,
      photo: photos[0] ?? null,
    },
    extras: { sponsorshipDays, socialPromotion },
    carCount: 1,
    amountInCents,
    coupon: coupon ?? null,
    attempt: idempotencyKey,
    draftKey: draftKey(user.id, null),
  };
}

function SignedIn({ user, testMode }: { user: User; testMode: boolean }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { fees } = useTerms();
  const pricing = useMemo(() => readPricingState(state), [state]);
  const order = useMemo(
    () => (pricing === null ? readExtrasOrder(state, fees) : publicationOrder(pricing, user)),
    [pricing, state, user, fees],
  );
  const missing = order === null;
  const told = useRef(false);

  useEffect(() => {
    if (!missing || told.current) return;
    told.current = true;
    toast.error(text.dataMissing);
    void navigate("/add-car", { replace: true });
  }, [missing, navigate]);

  if (order === null) return null;
  const back = () =>
    void (pricing === null
      ? navigate("/my-publishings", { replace: true })
      : navigate("/pricing", { replace: true, state: pricing }));
  return <CheckoutPage order={order} testMode={testMode} onBack={back} />;
}

export default function Page({ matches }: Route.ComponentProps) {
  const { user } = useAuth();
  return (
    <RequireUser>
      {user !== null && (
        <SignedIn user={user} testMode={matches[0].loaderData.site.paymentsMode === "test"} />
      )}
    </RequireUser>
  );
}
