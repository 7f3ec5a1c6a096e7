import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { ResetPasswordForm } from "#web/features/account/reset-password-form.tsx";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/reset-password";

export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return { siteName: site.name, address: `${site.publicUrl}/reset-password` };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${text.resetTitle} · ${loaderData.siteName}` },
    { name: "description", content: text.resetIntro },
    { name: "robots", content: "noindex" },
    { tagName: "link", rel: "canonical", href: loaderData.address },
  ];
}

export default function Page() {
  return (
    <AccountCard title={text.resetTitle} intro={text.resetIntro}>
      <ResetPasswordForm />
    </AccountCard>
  );
}
