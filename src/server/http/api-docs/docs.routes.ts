import { createHash } from "node:crypto";
import { Hono } from "hono";
import { hasTag } from "#server/http/if-none-match.ts";
import type { AppContext, AppEnv } from "#server/http/session.ts";
import { docsPage, docsStyle } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";

const shortly = "public, max-age=60";

/** A file that is constant for the process. */
function file(type: string, content: string, headers: Readonly<Record<string, string>> = {}) {
  const bytes = new TextEncoder().encode(content);
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  const always = { ETag: etag, "Cache-Control": shortly, ...headers };
  return (c: AppContext) =>
    hasTag(c.req.header("if-none-match"), etag)
      ? c.body(null, 304, always)
      : c.body(bytes, 200, { "Content-Type": type, ...always });
}

/** The API's description for programs and programmers, generated once. */
export function docsRoutes({
  site,
}: {
  readonly site: { readonly name: string; readonly publicUrl: string; readonly secure: boolean };
}): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const document = openApiDocument(site);
  const styleHash = createHash("sha256").update(docsStyle).digest("base64");
  const json = file("application/json", JSON.stringify(document));
  app.get("/api/openapi.json", json);
  // Its former address.
  app.get("/api/docs/openapi.json", json);
  app.get(
    "/api/docs",
    file("text/html; charset=utf-8", docsPage(document), {
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'`,
    }),
  );
  return app;
}
