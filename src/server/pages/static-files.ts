import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { messages } from "#domain/messages/messages.ts";
import { hasTag } from "#server/http/if-none-match.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

interface StaticFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** The bytes, plain and as compressed by the build. */
  readonly bodies: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
}

/** Answers a GET or HEAD for a built file; null for any other path. */
export type StaticHandler = (request: Request, path: string) => Response | null;

/** The service worker that shows saved cars offline (docs/decisions/0044). */
const serviceWorkerPath = "/sw.js";

/** Built files below this path have a hash in their name: they are immutable. */
const immutablePath = "/assets/";

function lifetime(path: string): string {
  if (path.startsWith(immutablePath)) return "public, max-age=31536000, immutable";
  // Else a faulty service worker would stay for as long.
  return path === serviceWorkerPath ? "no-cache" : "public, max-age=3600";
}

async function readOptional(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return readFile(file).then(
    (content) => new Uint8Array(content),
    () => null,
  );
}

async function load(folder: string, file: string): Promise<[string, StaticFile]> {
  const path = `/${relative(folder, file).split(sep).join("/")}`;
  const [content, brotli, zipped] = await Promise.all([
    readFile(file),
    readOptional(`${file}.br`),
    readOptional(`${file}.gz`),
  ]);
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([["identity", new Uint8Array(content)]]);
  if (brotli !== null) bodies.set("br", brotli);
  if (zipped !== null) bodies.set("gzip", zipped);
  const etag = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  const headers = {
    "Content-Type": types[extname(file)] ?? "application/octet-stream",
    "Cache-Control": lifetime(path),
    "X-Content-Type-Options": "nosniff",
    ...(bodies.size > 1 ? { Vary: "Accept-Encoding" } : {}),
  };
  return [path, { headers, etag, bodies }];
}

/** The answer to a method other than GET and HEAD. */
export function onlyRead(): Response {
  const { method_not_allowed: message } = messages.errors;
  return Response.json(
    { message, code: "method_not_allowed" },
    { status: 405, headers: { Allow: "GET, HEAD", "X-Content-Type-Options": "nosniff" } },
  );
}

/**
 * Loads all built files into memory (a few megabytes), so that serving one reads no disk and no request can
 * name a file outside. Without `serviceWorker` that file is missing.
 */
export async function loadStaticFiles(
  folder: string,
  { serviceWorker }: { serviceWorker: boolean },
): Promise<StaticHandler> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter(
      (entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !entry.parentPath.includes(".vite"),
    )
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(await Promise.all(sources.map((file) => load(folder, file))));

  if (!serviceWorker) files.delete(serviceWorkerPath);

  return (request, path) => {
    const file = files.get(path);
    if (file === undefined) {
      // A page of an older build requests its own files: a 404 is clearer than a page.
      if (!path.startsWith(immutablePath)) return null;
      return new Response("Not found\n", {
        status: 404,
        headers: {
          "Content-Type": "text/plain",
          "Cache-Control": "no-store",
          "X-Content-Type-Options": "nosniff",
        },
      });
    }
    if (request.method !== "GET" && request.method !== "HEAD") return onlyRead();
    const encoding = chooseEncoding(request.headers.get("accept-encoding"), [...file.bodies.keys()]);
    // Each encoding is a representation with its own tag.
    const etag = `"${file.etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
    const body = file.bodies.get(encoding);
    const headers = new Headers(file.headers);
    headers.set("ETag", etag);
    if (hasTag(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    if (encoding !== "identity") headers.set("Content-Encoding", encoding);
    headers.set("Content-Length", String(body?.byteLength ?? 0));
    return new Response(request.method === "HEAD" ? null : (body ?? null), { headers });
  };
}
