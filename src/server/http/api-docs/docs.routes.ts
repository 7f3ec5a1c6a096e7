import { createHash } from "node:crypto";
import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { AppEnv } from "#server/http/session.ts";
import { listEndpoints, openApiDocument } from "./openapi.ts";

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #16202e }
h1 { font-size: 1.5rem } li { border-top: 1px solid #d9dee6; padding: .5rem 0; list-style: none } ul { padding: 0 }
code { font: 600 .9rem ui-monospace, monospace } a { color: #244aa5 } p { margin: 0 }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

const access = { public: "anyone", user: "signed in", admin: "admins" };

/** The API's description for programs and for the people who write them. English: it is read by programmers. */
export function docsRoutes(deps: { readonly site: { name: string; publicUrl: string } }): Hono<AppEnv> {
  const { site } = deps;
  const app = new Hono<AppEnv>();
  // Made on first use and cached: it does not change while this process runs.
  let document: string | null = null;

  app.get("/api/docs/openapi.json", (c) => {
    document ??= JSON.stringify(openApiDocument(site));
    return c.body(document, 200, {
      "Content-Type": "application/json",
      "Cache-Control": "public, max-age=300",
    });
  });

  app.get("/api/docs", (c) => {
    c.header("Content-Security-Policy", `default-src 'none'; style-src 'sha256-${styleHash}'`);
    c.header("Cache-Control", "public, max-age=300");
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>${site.name} API</title>
            <style>
              ${raw(style)}
            </style>
          </head>
          <body>
            <h1>${site.name} API</h1>
            <p>
              JSON over HTTP. Bodies and answers are described in
              <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).
            </p>
            <ul>
              ${listEndpoints().map(
                ({ method, path, endpoint }) =>
                  html`<li>
                    <code>${method} ${path}</code>
                    <p>${endpoint.summary} For ${access[endpoint.access]}.</p>
                  </li>`,
              )}
            </ul>
          </body>
        </html>`,
    );
  });

  return app;
}
