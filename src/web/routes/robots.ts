import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/robots";

// Private pages: nothing to index.
const privatePaths = [
  "/api/",
  "/add-car",
  "/edit-car/",
  "/my-publishings",
  "/profile",
  "/pricing",
  "/checkout",
  "/payment/",
  "/payments",
  "/admin",
  "/autosallon-dashboard",
];

export function loader({ context }: Route.LoaderArgs): Response {
  const lines = [
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.get(siteContext).publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
