import { useSearchParams } from "react-router";
import { accountPageMessages } from "#domain/messages/account-pages.ts";
import { VerifyEmailPage } from "#web/features/account/verify-email-page.tsx";
import { namedPageMeta } from "#web/lib/page-meta.ts";

const { title, intro } = accountPageMessages.verify;

export const meta = namedPageMeta({
  title,
  description: intro,
  path: "/verify-email",
  index: false,
});

export default function Page() {
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  return <VerifyEmailPage key={token} token={token.slice(0, 200)} />;
}
