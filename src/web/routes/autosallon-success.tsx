import { useSearchParams } from "react-router";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { DealerSuccessPage } from "#web/features/dealer/success-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/autosallon-success";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(dealerPageMessages.success.title, matches);
}

export default function Page() {
  const [params] = useSearchParams();
  return <DealerSuccessPage sessionId={params.get("session_id")?.trim() ?? ""} />;
}
