import { renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { contentPolicy } from "#web/lib/content-policy.ts";
import { LISTEN_EARLY } from "#web/lib/listen-early.ts";
import { MARK_SESSION } from "#web/lib/mark-session.ts";
import { scriptHashes, takeMarkedScripts } from "#web/lib/script-hashes.ts";
import { pageTextContext } from "#web/lib/page-text.ts";
import { siteContext } from "#web/lib/site.ts";

// The page's data stands in a data block, which no policy needs to allow, and one constant script
// hands it to React Router. Streaming it in scripts of its own, as React Router would, makes a new
// hash for every page and escapes every quotation mark twice.
const HAND_OVER = `{const c=window.__reactRouterContext.streamController;c.enqueue(document.getElementById("page-data").textContent);c.close()}`;

// A page reads without its scripts: on a thin line styles, font and the first photo go before them.
const PRELOAD = '<link rel="modulepreload"';

/** Marks the page's own inline scripts while it is put together; no visitor ever sees it. */
const MARK = crypto.randomUUID();

/**
 * Renders a whole page before it is sent: loaders have answered by now and nothing suspends, so a
 * stream would bring nothing, and the policy's hashes need the finished page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { serverHandoffStream, ...context } = routerContext;
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : "";
  const { page: markup, scripts } = takeMarkedScripts(
    renderToString(<ServerRouter context={context} url={request.url} nonce={MARK} />),
    MARK,
  );
  const unhurried = markup.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);
  const end = unhurried.lastIndexOf("</body>");
  const html = `${unhurried.startsWith("<!") ? "" : "<!DOCTYPE html>"}${unhurried.slice(0, end)}<script type="application/json" id="page-data">${data.replaceAll("<", "\\u003c")}</script><script>${HAND_OVER}</script>${unhurried.slice(end)}`;
  const site = loadContext.get(siteContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentPolicy({
      scriptHashes: await scriptHashes([MARK_SESSION, LISTEN_EARLY, HAND_OVER, ...scripts]),
      https: site.publicUrl.startsWith("https:"),
      photoOrigin: site.photoOrigin,
      development: import.meta.env.DEV,
    }),
  );
  // React Router looks at the body of what it is given here, and a Response encodes a text when it is looked at.
  loadContext.get(pageTextContext).text = html;
  return new Response(null, { status, headers });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  // Joined first: decoding bit by bit is many times slower.
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return new TextDecoder().decode(bytes);
}
