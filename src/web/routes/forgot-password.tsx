import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { ForgotPasswordForm } from "#web/features/account/forgot-password-form.tsx";
import { pageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/forgot-password";

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  return pageMeta({
    site,
    title: `${text.forgotTitle} · ${site?.name ?? ""}`,
    description: text.forgotIntro,
    path: "/forgot-password",
    index: false,
  });
}

export default function Page() {
  return (
    <AccountCard title={text.forgotTitle} intro={text.forgotIntro}>
      <ForgotPasswordForm />
    </AccountCard>
  );
}
