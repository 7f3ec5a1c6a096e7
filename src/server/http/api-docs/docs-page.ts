import { html, raw } from "hono/html";
import type { openApiDocument, Operation } from "./openapi.ts";

type Document = ReturnType<typeof openApiDocument>;

export const docsStyle = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #16202e }
h1 { font-size: 1.5rem } h2 { font-size: 1.125rem; margin: 2rem 0 0 } h3 { font-size: 1rem; margin: 0 }
section { border-top: 1px solid #d9dee6; padding: .75rem 0 } a { color: #244aa5 } p { margin: .25rem 0 }
code { font: 600 .9rem ui-monospace, monospace; overflow-wrap: anywhere } small { color: #4c5a6d }
`;

const who: Readonly<Record<string, string>> = {
  account: "accounts",
  admin: "admins",
  key: "keys",
  monitoring: "monitoring",
};

/** Who may call, as text; a browser's cookie stands for its account. */
function accessOf(security: Operation["security"]): string {
  const isOpen = security.some((one) => Object.keys(one).length === 0);
  const others = security.flatMap((one) =>
    Object.entries(one).flatMap(([scheme, scopes]) => {
      const name = who[scheme];
      if (name === undefined) return [];
      return scopes.length === 0 ? [name] : [`${name} with ${scopes.join(", ")}`];
    }),
  );
  return [...(isOpen ? ["guests"] : []), ...others].join(", ");
}

/** Whether a part of the document is one of its components, by name. */
function refName(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return null;
  return typeof value.$ref === "string" ? (value.$ref.split("/").pop() ?? null) : null;
}

function operation(method: string, path: string, call: Operation) {
  const parameters = call.parameters.map((one) => refName(one) ?? ("name" in one ? one.name : ""));
  const errors = Object.values(call.responses).flatMap((one) => refName(one)?.split(".") ?? []);
  return html`<section id="${call.operationId}">
    <h3><code>${method.toUpperCase()} ${path}</code></h3>
    <p>${call.summary}</p>
    <p>
      <small
        >For ${accessOf(call.security)}.
        ${parameters.length === 0 ? "" : html`Takes ${parameters.join(", ")}.`} Errors:
        ${errors.join(", ")}.</small
      >
    </p>
  </section>`;
}

/** The document as an HTML page without scripts, in English for programmers. */
export function docsPage(document: Document): string {
  const tags = new Map<string, ReturnType<typeof operation>[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const [tag = ""] = call.tags;
      tags.set(tag, [...(tags.get(tag) ?? []), operation(method, path, call)]);
    }
  }
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${document.info.title}</title>
        ${raw(`<style>${docsStyle}</style>`)}
      </head>
      <body>
        <h1>${document.info.title}</h1>
        ${document.info.description.split("\n\n").map((paragraph) => html`<p>${paragraph.replaceAll("`", "")}</p>`)}
        <p>
          Bodies and answers are described in <a href="/api/openapi.json">openapi.json</a> (OpenAPI
          ${document.openapi}).
        </p>
        ${[...tags].map(
          ([tag, calls]) =>
            html`<h2>${tag}</h2>
              ${calls}`,
        )}
      </body>
    </html>`;
  // No part of it is asynchronous.
  if (page instanceof Promise) throw new Error("The page is not there yet.");
  return page.toString();
}
