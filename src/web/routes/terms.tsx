import { legalMessages } from "#domain/messages/legal.ts";
import { LegalPage, OperatorPage, SeeAlso } from "#web/features/legal/legal-page.tsx";
import { legalText } from "#web/features/legal/legal-text.server.ts";
import { legalFacts } from "#web/lib/legal-facts.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/terms";

const others = [
  { to: "/privacy", label: legalMessages.privacyName },
  { to: "/imprint", label: legalMessages.imprintName },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { html, company, changedAt } = await context
    .get(apiContext)
    .api("GET /api/site-text", { query: { name: "terms" } });
  if (html !== null) return { html, text: null, changedAt };
  return { html, text: legalText("terms", legalFacts(context.get(siteContext), company)), changedAt };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = legalMessages.termsDescription(matches[0].loaderData?.site.name ?? "");
  return namedPageMeta(matches, { title: legalMessages.termsName, description, path: "/terms" });
}

export default function Page({ loaderData: { html, text, changedAt } }: Route.ComponentProps) {
  if (text === null)
    return (
      <OperatorPage title={legalMessages.termsName} html={html} changedAt={changedAt}>
        <SeeAlso links={others} />
      </OperatorPage>
    );
  return <LegalPage title={legalMessages.termsName} text={text} changedAt={changedAt} others={others} />;
}
