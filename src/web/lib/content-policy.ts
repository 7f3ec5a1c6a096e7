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
