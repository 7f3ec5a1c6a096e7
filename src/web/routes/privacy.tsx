import { legalMessages } from "#domain/messages/legal.ts";
import { LegalPage, OperatorPage, SeeAlso } from "#web/features/legal/legal-page.tsx";
import { legalText } from "#web/features/legal/legal-text.server.ts";
import { legalFacts } from "#web/lib/legal-facts.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/privacy";

const others = [
  { to: "/terms", label: legalMessages.termsName },
  { to: "/imprint", label: legalMessages.imprintName },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { html, company, changedAt } = await context
    .get(apiContext)
    .api("GET /api/site-text", { query: { name: "privacy" } });
  if (html !== null) return { html, text: null, changedAt };
  return { html, text: legalText("privacy", legalFacts(context.get(siteContext), company)), changedAt };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = legalMessages.privacyDescription(matches[0].loaderData?.site.name ?? "");
  return namedPageMeta(matches, { title: legalMessages.privacyName, description, path: "/privacy" });
}

export default function Page({ loaderData: { html, text, changedAt } }: Route.ComponentProps) {
  if (text === null)
    return (
      <OperatorPage title={legalMessages.privacyName} html={html} changedAt={changedAt}>
        <SeeAlso links={others} />
      </OperatorPage>
    );
  return <LegalPage title={legalMessages.privacyName} text={text} changedAt={changedAt} others={others} />;
}
