import { legalMessages } from "#domain/messages/legal.ts";
import { LegalPage } from "#web/features/legal/legal-page.tsx";
import { legalText } from "#web/features/legal/legal-text.server.ts";
import { legalFacts } from "#web/lib/legal-facts.ts";
import { namedPageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/legal";

const terms = { to: "/terms", label: legalMessages.termsName };
const privacy = { to: "/privacy", label: legalMessages.privacyName };
const imprint = { to: "/imprint", label: legalMessages.imprintName };

const pages = {
  terms: { ...terms, describe: legalMessages.termsDescription, others: [privacy, imprint] },
  privacy: { ...privacy, describe: legalMessages.privacyDescription, others: [terms, imprint] },
} as const;

export async function loader({ context, pattern }: Route.LoaderArgs) {
  // Not by the address: the router ignores its case.
  const name: keyof typeof pages = pattern.endsWith("terms") ? "terms" : "privacy";
  const { html, company, changedAt } = await context
    .get(apiContext)
    .api("GET /api/site-text", { query: { name } });
  if (html !== null) return { name, text: { html }, changedAt };
  return { name, text: legalText(name, legalFacts(context.get(siteContext), company)), changedAt };
}

export function meta(args: Route.MetaArgs) {
  const { label, to, describe } = pages[args.loaderData?.name ?? "terms"];
  const description = describe(args.matches[0].loaderData?.site.name ?? "");
  return namedPageMeta({ title: label, description, path: to })(args);
}

/** /terms and /privacy: the operator's own text, or the built-in one. */
export default function Page({ loaderData: { name, text, changedAt } }: Route.ComponentProps) {
  const { label, others } = pages[name];
  return <LegalPage title={label} text={text} changedAt={changedAt} others={others} />;
}
