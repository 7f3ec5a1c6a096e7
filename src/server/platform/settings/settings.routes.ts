import type { settingsEndpoints } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import type { LiveSettings } from "./live-settings.ts";
import { renderMarkdown } from "./markdown.ts";
import { listVersions, saveSettings, showSettings } from "./settings.commands.ts";

export function settingsRoutes(ctx: Context, live: LiveSettings): Routes<keyof typeof settingsEndpoints> {
  return {
    "GET /api/site-text": ({ query }) => live.text(query.name),
    "POST /api/admin/settings/preview": ({ body }) => ({ html: renderMarkdown(body.text) }),
    "GET /api/admin/settings": () => showSettings(ctx),
    "PUT /api/admin/settings": ({ actor, body }) => saveSettings(ctx, live, actor, body),
    "GET /api/admin/settings/versions": async ({ c, query }) => {
      const { versions, total } = await listVersions(ctx.db, query);
      c.header("X-Total-Count", String(total));
      return versions;
    },
  };
}
