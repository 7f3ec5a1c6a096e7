import { dealerKeyMessages } from "#domain/messages/dealer-keys.ts";
import { KeysPage } from "#web/features/dealer/keys-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";
import type { Route } from "./+types/dealer-keys";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(dealerKeyMessages.title, matches);
}

export default function Page() {
  return <KeysPage user={useSignedIn()} />;
}
