/**
 * A page's Content-Security-Policy. Scripts are allowed by hash, not by nonce, so that a page may be cached;
 * styles come from files only.
 */
export function contentPolicy(options: {
  scriptHashes: readonly string[];
  https: boolean;
  photoOrigin?: string | undefined;
  development: boolean;
}): string {
  const { scriptHashes, https, photoOrigin, development } = options;
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(" ")}`,
    // Vite's development server inserts style elements; a build never does.
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    `img-src 'self' data: blob:${photoOrigin ? ` ${photoOrigin}` : ""}`,
    `connect-src 'self'${development ? " ws:" : ""}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

const maxHashes = 500;
/** React Router's scripts are constant for each route: each is hashed once. */
const cache = new Map<string, string>();

/** Base64 SHA-256 of each of these scripts, in order, without duplicates. */
export async function scriptHashes(scripts: readonly string[]): Promise<string[]> {
  const hashes = new Set<string>();
  for (const script of scripts) {
    let hash = cache.get(script);
    if (hash === undefined) {
      hash = await sha256(script);
      if (cache.size >= maxHashes) cache.clear();
      cache.set(script, hash);
    }
    hashes.add(hash);
  }
  return [...hashes];
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...digest));
}

/**
 * Removes the marks (`nonce`) with which the page's own inline scripts were rendered, and returns those
 * scripts. Only a marked script gets a hash in the page's policy: an injected one has no mark, so the browser
 * does not run it.
 */
export function takeMarkedScripts(page: string, mark: string): { page: string; scripts: string[] } {
  const [first = "", ...rest] = page.split(` nonce="${mark}"`);
  const scripts: string[] = [];
  let before = first;
  for (const after of rest) {
    const opening = before.slice(before.lastIndexOf("<"));
    const end = after.indexOf(">");
    const isInline = !/\ssrc=/.test(opening + after.slice(0, end));
    if (/^<script\b/.test(opening) && isInline) {
      scripts.push(after.slice(end + 1, after.indexOf("</script>", end)));
    }
    before = after;
  }
  return { page: first + rest.join(""), scripts };
}
