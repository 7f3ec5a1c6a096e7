import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { contentPolicy, scriptHashes, takeMarkedScripts } from "#web/lib/content-policy.ts";
import { layOutBelowFoldScript, skipBelowFoldScript } from "#web/lib/below-fold.ts";
import { cardSizeScript } from "#web/lib/card-size.ts";
import { earlyInputScript } from "#web/lib/early-input-script.ts";
import { markSessionScript } from "#web/lib/mark-session.ts";
import { startLateScript } from "#web/lib/start-late.ts";
import { pageErrorsContext } from "#web/lib/page-errors.ts";
import { siteContext } from "#web/lib/site.ts";

// The page's data is in a data block, which no Content Security Policy needs to allow; one constant script
// passes it to React Router. React Router's own streaming scripts would need a new hash for every page and
// escape every quotation mark twice.
const pageDataScript = `{const c=window.__reactRouterContext.streamController;c.enqueue(document.getElementById("page-data").textContent);c.close()}`;

// In development the page's scripts start as React Router writes them.
const lastScript = import.meta.env.DEV ? pageDataScript : startLateScript + ";" + layOutBelowFoldScript;

const encoder = new TextEncoder();

/** Marks the page's own inline scripts during assembly; removed before sending. */
const pageMark = crypto.randomUUID();

/** Errors go into the log instead of React Router's output. An unknown address is not reported. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(pageErrorsContext)(error, new URL(request.url).pathname);
};

/**
 * Renders a whole page before sending: loaders have finished and nothing suspends, so streaming gains
 * nothing, and the hashes of the policy need the finished page.
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
  const markup = renderToString(<ServerRouter context={context} url={request.url} nonce={pageMark} />);
  const { top, middle, end } = atTheMarks(markup);
  const inTop = takeMarkedScripts(top, pageMark);
  const inEnd = takeMarkedScripts(end, pageMark);
  const bodyEnd = inEnd.page.lastIndexOf("</body>");
  const text = [
    markup.startsWith("<!") ? "" : "<!DOCTYPE html>",
    inTop.page,
    middle,
    inEnd.page.slice(0, bodyEnd),
    `<script type="application/json" id="page-data">${data.replaceAll("<", "\\u003c")}</script><script>${lastScript}</script>`,
    inEnd.page.slice(bodyEnd),
  ];
  const site = loadContext.get(siteContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentPolicy({
      scriptHashes: await scriptHashes([
        markSessionScript,
        cardSizeScript,
        earlyInputScript,
        skipBelowFoldScript,
        lastScript,
        ...inTop.scripts,
        ...inEnd.scripts,
      ]),
      https: site.publicUrl.startsWith("https:"),
      photoOrigin: site.photoOrigin,
      development: import.meta.env.DEV,
    }),
  );
  // Encoded piece by piece: V8 allocates strings over 128 kB apart, which takes it a millisecond each.
  return new Response(joined(text.map((piece) => encoder.encode(piece))), { status, headers });
}

/**
 * Splits the page in three: scripts and preloads are in the head and at the body's end. The long middle has
 * none and is not copied again and again.
 */
function atTheMarks(markup: string): { top: string; middle: string; end: string } {
  const bodyAt = Math.max(0, markup.indexOf("<body"));
  const markAt = markup.indexOf(pageMark, bodyAt);
  const endAt = markup.lastIndexOf("<", markAt === -1 ? markup.length : markAt);
  return { top: markup.slice(0, bodyAt), middle: markup.slice(bodyAt, endAt), end: markup.slice(endAt) };
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  // Joined first: decoding in pieces is many times slower.
  return new TextDecoder().decode(joined(chunks));
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
