import { dealerKeyMessages } from "#domain/messages/dealer-keys.ts";
import { KeysPage } from "#web/features/dealer/keys-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

export const meta = privatePageMeta(dealerKeyMessages.title);

export default function Page() {
  return <KeysPage user={useSignedIn()} />;
}
