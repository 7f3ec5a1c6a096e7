import { useLocation, useNavigate, useSearchParams } from "react-router";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { PaymentFailedPage } from "#web/features/payments/failed-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import type { Route } from "./+types/payment-failed";

export const meta = privatePageMeta(paymentPageMessages.failed.title);

const maxMessageLength = 500;

/** The error in the navigation state, from the page that redirected here. */
function messageOfState(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("error" in state)) return null;
  const message = typeof state.error === "string" ? state.error.trim() : "";
  return message === "" ? null : message.slice(0, maxMessageLength);
}

export default function Page({ matches }: Route.ComponentProps) {
  const { state } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  // After a reload only the browser has the state: the first render must match the server's.
  const message = useHydrated() ? messageOfState(state) : null;
  const { contactEmail, contactPhone } = matches[0].loaderData.site;
  return (
    <PaymentFailedPage
      message={message}
      canceled={params.get("reason") === "canceled"}
      contact={{ email: contactEmail, phone: contactPhone }}
      onBack={() => void (history.length > 1 ? navigate(-1) : navigate("/add-car"))}
    />
  );
}
