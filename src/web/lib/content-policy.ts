/**
 * The Content-Security-Policy of a page. Scripts are allowed by hash, not by nonce, so that a page
 * may be cached; styles come from files alone.
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
    // Vite's development server inserts styles as elements; a build never does.
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
/** React Router's scripts are the same for every answer of a route: each is hashed once. */
const cache = new Map<string, string>();

/** Base64 SHA-256 of each of these scripts, in order, without repeats. */
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
 * A page without the marks that its own inline scripts were rendered with (`nonce`), and the contents of those scripts.
 * Only a marked script gets a hash in the page's policy: one that got in by somebody's text has no mark, and the
 * browser does not run it.
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
