import type { settingsEndpoints } from "#contract/settings.ts";
import type { Routes } from "#server/http/route.ts";
import { renderMarkdown } from "./markdown.ts";
import type { SettingsService } from "./settings.service.ts";

/** The contract's settingsEndpoints. */
export function settingsRoutes({
  settings,
}: {
  readonly settings: SettingsService;
}): Routes<keyof typeof settingsEndpoints> {
  return {
    "GET /api/site-text": ({ query }) => settings.text(query.name),
    "POST /api/admin/settings/preview": ({ body }) => ({ html: renderMarkdown(body.text) }),
    "GET /api/admin/settings": () => settings.show(),
    "PUT /api/admin/settings": ({ actor, body }) => settings.save(actor, body),
    "GET /api/admin/settings/versions": async ({ c, query }) => {
      const { versions, total } = await settings.versions(query);
      c.header("X-Total-Count", String(total));
      return versions;
    },
  };
}
