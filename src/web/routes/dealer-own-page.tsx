import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { OwnPage } from "#web/features/dealer/own-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

export const meta = privatePageMeta(dealerPageMessages.area.page);

export default function Page() {
  return <OwnPage user={useSignedIn()} />;
}
