import { sitemapFile } from "#web/features/search/sitemap.ts";
import { apiContext } from "#web/lib/server-api.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/sitemap-file";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { api } = context.get(apiContext);
  const xml = await sitemapFile(api, context.get(siteContext).publicUrl, params.file);
  if (xml === null) return new Response(null, { status: 404 });
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
