import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { OwnPage } from "#web/features/dealer/own-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";
import type { Route } from "./+types/dealer-own-page";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(dealerPageMessages.area.page, matches);
}

export default function Page() {
  return <OwnPage user={useSignedIn()} />;
}
