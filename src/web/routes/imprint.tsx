import { imprintMessages } from "#domain/messages/imprint.ts";
import { ImprintPage } from "#web/features/legal/imprint-page.tsx";
import { pageMeta } from "#web/lib/page-meta.ts";
import { apiContext } from "#web/lib/server-api.ts";
import type { Route } from "./+types/imprint";

export function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext).api("GET /api/site-text", { query: { name: "imprint" } });
}

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData?.site;
  const name = site?.name ?? "";
  return pageMeta({
    site,
    title: `${imprintMessages.title} · ${name}`,
    description: imprintMessages.description(name),
    path: "/imprint",
  });
}

export default function Page({ matches, loaderData: { company, html } }: Route.ComponentProps) {
  return <ImprintPage site={matches[0].loaderData.site} company={company} html={html} />;
}
