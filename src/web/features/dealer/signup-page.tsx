import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { DealerSignup } from "#contract/dealers.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { EmptyState, Loading } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { useCoupon } from "#web/lib/use-coupon.ts";
import { useLeaving } from "#web/lib/use-leaving.ts";
import { BusinessForm } from "./business-form.tsx";
import { PaymentStep } from "./payment-step.tsx";
import { readSignup, type SignupValues, stateOf, valuesOf } from "./signup-state.ts";
import { SignupSteps } from "./signup-steps.tsx";

const text = dealerPageMessages.signup;
const noErrors: Readonly<Record<string, string>> = {};
/** The server waits up to 8 s for the provider; slow connections need more. */
const timeoutMs = 20_000;

/** /autosallon-signup: the business, the price, then the provider's card page (specification.md#dealers). */
export function SignupPage({
  subscribed,
  returning,
}: {
  subscribed: boolean;
  /** Had a subscription before: the business is known and not asked for again. */
  returning: boolean;
}) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const business = useQuery({
    queryKey: ["dealer", "business"],
    queryFn: () => api("GET /api/dealer/business"),
    enabled: returning && !subscribed,
    // An empty form is good enough.
    retry: false,
  });
  const at = readSignup(state, business.data ? valuesOf(business.data) : undefined);
  const leaving = useLeaving(at.step);
  const [paying, setPaying] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [serverErrors, setServerErrors] = useState(noErrors);
  const coupon = useCoupon("dealers");
  const [already, setAlready] = useState(subscribed);

  useEffect(() => {
    // Restored from the back/forward cache after leaving the card page: it can be paid again.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setPaying(false);
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  async function toPayment(values: SignupValues): Promise<void> {
    setError(null);
    setServerErrors(noErrors);
    await navigate(".", { replace: true, state: stateOf(1, values) });
    await navigate(".", { state: stateOf(2, values) });
  }

  async function pay(signup: DealerSignup, values: SignupValues): Promise<void> {
    // A typed coupon is applied first; the person then confirms the discounted price.
    if (coupon.isWaiting) {
      await coupon.apply();
      return;
    }
    setPaying(true);
    setError(null);
    const left = leaving();
    try {
      const { checkoutUrl } = await api(
        "POST /api/payment/create-dealer-subscription",
        { body: { ...signup, coupon: coupon.code } },
        { timeoutMs, signal: left },
      );
      if (!URL.canParse(checkoutUrl)) throw new Error("no address of a card page");
      location.assign(checkoutUrl);
    } catch (caught) {
      setPaying(false);
      // The person went back meanwhile: do not lead them to the payment.
      if (left.aborted) return;
      const message = messageOf(caught, text.failed);
      if (caught instanceof ApiError && caught.code === "already_subscribed") {
        setAlready(true);
        return;
      }
      if (coupon.refuse(caught)) return;
      toast.error(message);
      if (caught instanceof ApiError && Object.keys(caught.fields).length > 0) {
        setServerErrors(caught.fields);
        await navigate(".", { replace: true, state: stateOf(1, values) });
        return;
      }
      setError(message);
    }
  }

  if (already)
    return (
      <div className="page py-6 md:py-10">
        <h1 className="text-3xl">{text.title}</h1>
        <EmptyState title={text.alreadyTitle} text={text.alreadyText}>
          <ButtonLink to="/autosallon-dashboard">{text.toDashboard}</ButtonLink>
        </EmptyState>
      </div>
    );
  return (
    <div className="page py-6 md:py-10">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
        <div className="flex flex-col gap-4">
          <h1 className="text-3xl">{text.title}</h1>
          <SignupSteps step={at.step} />
        </div>
        {business.isLoading ? (
          <Loading className="min-h-96" />
        ) : at.step === 1 ? (
          <BusinessForm
            values={at.values}
            serverErrors={serverErrors}
            onNext={(values) => void toPayment(values)}
          />
        ) : (
          <PaymentStep
            signup={at.valid}
            coupon={coupon}
            paying={paying}
            error={error}
            onBack={() => void navigate(".", { replace: true, state: stateOf(1, at.values) })}
            onPay={() => void pay(at.valid, at.values)}
          />
        )}
      </div>
    </div>
  );
}
