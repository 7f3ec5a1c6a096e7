import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { AccountCard } from "#web/features/account/account-card.tsx";
import { RegisterForm } from "#web/features/account/register-form.tsx";
import { GuestOnly } from "#web/features/shell/guards.tsx";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/register";

export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return { siteName: site.name, address: `${site.publicUrl}/register` };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${text.registerTitle} · ${loaderData.siteName}` },
    { name: "description", content: text.registerIntro },
    { tagName: "link", rel: "canonical", href: loaderData.address },
  ];
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
