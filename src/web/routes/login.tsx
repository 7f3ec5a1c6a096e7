import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { LoginForm } from "#web/features/account/login-form.tsx";
import { GuestOnly } from "#web/features/shell/guards.tsx";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/login";

export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return { siteName: site.name, address: `${site.publicUrl}/login` };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${text.loginTitle} · ${loaderData.siteName}` },
    { name: "description", content: text.loginIntro },
    { tagName: "link", rel: "canonical", href: loaderData.address },
  ];
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
