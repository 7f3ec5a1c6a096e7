import { useSearchParams } from "react-router";
import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { LoginForm } from "#web/features/account/login-form.tsx";
import { GuestOnly } from "#web/features/shell/guards.tsx";
import { askedIn } from "#web/lib/asked-before.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";

export const meta = namedPageMeta({
  title: text.loginTitle,
  description: text.loginIntro,
  path: "/login",
  schema: "WebPage",
});

export default function Page() {
  const [params] = useSearchParams();
  const asked = askedIn(params.get("next"));
  return (
    <GuestOnly>
      <AccountCard title={text.loginTitle} intro={text.loginIntro} reason={asked && text.whySignIn[asked]}>
        <LoginForm />
      </AccountCard>
    </GuestOnly>
  );
}
