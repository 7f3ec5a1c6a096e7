import { sitemapIndex } from "#web/features/search/sitemap.ts";
import { apiContext } from "#web/lib/server-api.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/sitemap-index";

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const xml = await sitemapIndex(context.get(apiContext).api, context.get(siteContext).publicUrl);
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
