import type { Page, Request } from "@playwright/test";

export const weighedKinds = ["document", "script", "style", "font", "image", "data"] as const;
type Kind = (typeof weighedKinds)[number];

/** Bytes of the bodies of one kind: as sent to this browser, and as gzip. */
export interface Weight {
  readonly sent: number;
  readonly gzip: number;
  readonly files: number;
}

const kindOfEnding: Readonly<Record<string, Kind>> = {
  js: "script",
  css: "style",
  woff2: "font",
  avif: "image",
  webp: "image",
  jpg: "image",
  png: "image",
  svg: "image",
  ico: "image",
};

function kindOf(path: string, type: string): Kind {
  if (type === "document") return "document";
  return kindOfEnding[path.split(".").at(-1) ?? ""] ?? "data";
}

/** The network is idle once no request was in flight for so long, in ms. */
const restMs = 500;

/** Follows a page's requests from now on; the returned function waits until the network is idle. */
function followRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let lastChange = Date.now();
  const change = (act: () => void) => {
    act();
    lastChange = Date.now();
  };
  page.on("request", (request) => change(() => underWay.add(request)));
  page.on("requestfinished", (request) => change(() => underWay.delete(request)));
  page.on("requestfailed", (request) => change(() => underWay.delete(request)));
  return async () => {
    while (underWay.size > 0 || Date.now() - lastChange < restMs)
      // oxlint-disable-next-line no-await-in-loop -- until they rest
      await page.waitForTimeout(50);
  };
}

/**
 * What a first visit of a page loads until the network is idle. The browser context must be new, with no
 * cache.
 */
export async function weighPage(page: Page, url: string): Promise<Record<Kind, Weight>> {
  const answers: Promise<{ kind: Kind; sent: number; gzip: number }>[] = [];
  page.on("requestfinished", (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol === "data:" || protocol === "blob:") return;
    answers.push(
      (async () => {
        const kind = kindOf(pathname, request.resourceType());
        const { responseBodySize: sent } = await request.sizes();
        // Pages are sent as brotli; published figures usually are gzip. Built files are compressed both ways.
        const packed = kind === "script" || kind === "style";
        const gzip = packed ? await gzipSize(page, request.url()) : sent;
        return { kind, sent, gzip };
      })(),
    );
  });
  const rest = followRequests(page);
  await page.goto(url);
  // Scripts load late (src/web/lib/start-late.ts); on a slow machine the network may be idle before.
  await page.locator("html[data-hydrated]").waitFor({ state: "attached", timeout: 60_000 });
  await rest();
  const loaded = await Promise.all(answers);
  const weightOf = (kind: Kind): Weight => {
    const files = loaded.filter((file) => file.kind === kind);
    return {
      sent: files.reduce((sum, file) => sum + file.sent, 0),
      gzip: files.reduce((sum, file) => sum + file.gzip, 0),
      files: files.length,
    };
  };
  return {
    document: weightOf("document"),
    script: weightOf("script"),
    style: weightOf("style"),
    font: weightOf("font"),
    image: weightOf("image"),
    data: weightOf("data"),
  };
}

async function gzipSize(page: Page, url: string): Promise<number> {
  const answer = await page.request.get(url, { headers: { "Accept-Encoding": "gzip" } });
  const length = Number(answer.headers()["content-length"]);
  if (!answer.ok() || !Number.isFinite(length)) throw new Error(`${url} has no length.`);
  return length;
}
