import { useSearchParams } from "react-router";
import { savedSearchMessages } from "#domain/messages/saved-searches.ts";
import { UnsubscribePage } from "#web/features/saved-searches/unsubscribe-page.tsx";
import { namedPageMeta } from "#web/lib/page-meta.ts";

const { title, text } = savedSearchMessages.unsubscribe;

export const meta = namedPageMeta({
  title,
  description: text,
  path: "/unsubscribe",
  index: false,
});

export default function Page() {
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  return <UnsubscribePage key={token} token={token.slice(0, 200)} done={params.has("done")} />;
}
