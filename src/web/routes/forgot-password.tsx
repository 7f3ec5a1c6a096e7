import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { ForgotPasswordForm } from "#web/features/account/forgot-password-form.tsx";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/forgot-password";

export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return { siteName: site.name, address: `${site.publicUrl}/forgot-password` };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${text.forgotTitle} · ${loaderData.siteName}` },
    { name: "description", content: text.forgotIntro },
    { name: "robots", content: "noindex" },
    { tagName: "link", rel: "canonical", href: loaderData.address },
  ];
}

export default function Page() {
  return (
    <AccountCard title={text.forgotTitle} intro={text.forgotIntro}>
      <ForgotPasswordForm />
    </AccountCard>
  );
}
