import { useSearchParams } from "react-router";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { DealerSuccessPage } from "#web/features/dealer/success-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(dealerPageMessages.success.title);

export default function Page() {
  const [params] = useSearchParams();
  return <DealerSuccessPage sessionId={params.get("session_id")?.trim() ?? ""} />;
}
