import { legalMessages } from "#domain/messages/legal.ts";
import { privacyText } from "#domain/messages/privacy.ts";
import { legalFacts } from "#web/lib/legal-facts.ts";
import { LegalPage, OperatorPage, SeeAlso } from "#web/features/legal/legal-page.tsx";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/privacy";

const others = [
  { to: "/terms", label: legalMessages.termsName },
  { to: "/imprint", label: legalMessages.imprintName },
];

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext).api("GET /api/site-text", { query: { name: "privacy" } });
}

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  const { title, description } = privacyText(legalFacts(site));
  return namedPageMeta(matches, { title, description, path: "/privacy" });
}

export default function Page({ matches, loaderData: { html, company, changedAt } }: Route.ComponentProps) {
  const facts = legalFacts(matches[0].loaderData.site, company);
  if (html !== null)
    return (
      <OperatorPage title={legalMessages.privacyName} html={html} changedAt={changedAt}>
        <SeeAlso links={others} />
      </OperatorPage>
    );
  return (
    <LegalPage
      text={privacyText(facts)}
      contactEmail={facts.contactEmail}
      changedAt={changedAt}
      others={others}
    />
  );
}
