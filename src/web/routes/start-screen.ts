import { siteAppMessages as text } from "#domain/messages/site-app.ts";
import { siteContext } from "#web/lib/site.ts";
import type { Route } from "./+types/start-screen";

function icon(size: number, purpose = "any") {
  return {
    src: purpose === "any" ? `/icon-${size}.png` : `/icon-${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  };
}

/** The web app manifest: lets a phone install the site on its home screen. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { name } = context.get(siteContext);
  const manifest = {
    id: "/",
    name,
    short_name: name.slice(0, 12),
    description: text.description,
    lang: "sq",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    // Not minimal-ui, which iOS does not support: the icon would be a bookmark that opens
    // Safari. Phones have their own Back.
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#ffffff",
    categories: ["shopping"],
    icons: [icon(192), icon(512), icon(512, "maskable")],
    shortcuts: [
      { name: text.search, url: "/search" },
      { name: text.sell, url: "/add-car" },
      { name: text.favorites, url: "/favorites" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
