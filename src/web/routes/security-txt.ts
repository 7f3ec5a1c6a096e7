import { securityText } from "#domain/site/security-text.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/security-txt";

/** RFC 9116: where to report a vulnerability of this site; 404 without a contact address. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { contactEmail, publicUrl } = context.get(siteContext);
  const text = securityText({ contactEmail, publicUrl, now: new Date() });
  if (text === null) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(text, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
