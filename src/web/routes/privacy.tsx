import { legalMessages } from "#domain/messages/legal.ts";
import { privacyText } from "#domain/messages/privacy.ts";
import { legalFacts } from "#web/features/legal/legal-facts.ts";
import { LegalPage } from "#web/features/legal/legal-page.tsx";
import { pageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/privacy";

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  const { title, description } = privacyText(legalFacts(site));
  return pageMeta({ site, title: `${title} · ${site?.name ?? ""}`, description, path: "/privacy" });
}

export default function Page({ matches }: Route.ComponentProps) {
  const facts = legalFacts(matches[0].loaderData.site);
  return (
    <LegalPage
      text={privacyText(facts)}
      contactEmail={facts.contactEmail}
      other={{ to: "/terms", label: legalMessages.termsName }}
    />
  );
}
