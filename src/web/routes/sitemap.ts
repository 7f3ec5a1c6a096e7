import { sitemapFile, sitemapIndex } from "#web/features/search/sitemap.ts";
import { apiContext } from "#web/lib/server-api.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/sitemap";

/** /sitemap.xml, and the files that it lists. */
export async function loader({ context, params: { file } }: Route.LoaderArgs): Promise<Response> {
  const { api } = context.get(apiContext);
  const { publicUrl } = context.get(siteContext);
  const xml =
    file === undefined ? await sitemapIndex(api, publicUrl) : await sitemapFile(api, publicUrl, file);
  if (xml === null) return new Response(null, { status: 404 });
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
