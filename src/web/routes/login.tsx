import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { LoginForm } from "#web/features/account/login-form.tsx";
import { GuestOnly } from "#web/features/shell/guards.tsx";
import { pageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/login";

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  return pageMeta({
    site,
    title: `${text.loginTitle} · ${site?.name ?? ""}`,
    description: text.loginIntro,
    path: "/login",
    schema: "WebPage",
  });
}

export default function Page() {
  return (
    <GuestOnly>
      <AccountCard title={text.loginTitle} intro={text.loginIntro}>
        <LoginForm />
      </AccountCard>
    </GuestOnly>
  );
}
