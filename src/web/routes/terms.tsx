import { legalMessages } from "#domain/messages/legal.ts";
import { termsText } from "#domain/messages/terms.ts";
import { legalFacts } from "#web/features/legal/legal-facts.ts";
import { LegalPage } from "#web/features/legal/legal-page.tsx";
import { pageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/terms";

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  const { title, description } = termsText(legalFacts(site));
  return pageMeta({ site, title: `${title} · ${site?.name ?? ""}`, description, path: "/terms" });
}

export default function Page({ matches }: Route.ComponentProps) {
  const facts = legalFacts(matches[0].loaderData.site);
  return (
    <LegalPage
      text={termsText(facts)}
      contactEmail={facts.contactEmail}
      other={{ to: "/privacy", label: legalMessages.privacyName }}
    />
  );
}
