import { useSearchParams } from "react-router";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { PaymentSuccessPage } from "#web/features/payments/success-page.tsx";
import { removeDraft } from "#web/features/sell/draft.ts";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(paymentPageMessages.success.title);

export default function Page() {
  const [params] = useSearchParams();
  return <PaymentSuccessPage sessionId={params.get("session_id")?.trim() ?? ""} onDraftPaid={removeDraft} />;
}
