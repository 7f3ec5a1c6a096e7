import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { RegisterForm } from "#web/features/account/register-form.tsx";
import { GuestOnly } from "#web/features/shell/guards.tsx";
import { pageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/register";

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  return pageMeta({
    site,
    title: `${text.registerTitle} · ${site?.name ?? ""}`,
    description: text.registerIntro,
    path: "/register",
    schema: "WebPage",
  });
}

export default function Page() {
  return (
    <GuestOnly>
      <AccountCard title={text.registerTitle} intro={text.registerIntro}>
        <RegisterForm />
      </AccountCard>
    </GuestOnly>
  );
}
