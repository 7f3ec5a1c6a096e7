/**
 * The Content-Security-Policy of a page. Scripts are allowed by hash, not by nonce, so that a page
 * may be kept and served again; styles come from files alone.
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

/** The contents of a page's inline scripts that would run; data blocks do not. */
export function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  // Searched by hand: a page has a hundred kB, most of it one data block, and is searched for every visitor.
  for (let at = html.indexOf("<script"); at >= 0; at = html.indexOf("<script", at)) {
    const start = html.indexOf(">", at) + 1;
    const end = html.indexOf("</script>", start);
    if (start === 0 || end < 0) break;
    const attributes = html.slice(at, start);
    if (!attributes.includes(" src=") && !DATA_BLOCK.test(attributes)) scripts.push(html.slice(start, end));
    at = end;
  }
  return scripts;
}

const DATA_BLOCK = /\stype="application\/(?:ld\+)?json"/;
