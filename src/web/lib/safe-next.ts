// The host is only for parsing: no request is ever sent to it.
const baseUrl = "http://same-origin.invalid";

/**
 * The page to continue with after signing in, from `?next=`: a path of this site, else `fallback`. Refuses
 * anything that a browser could parse as another origin (`//evil`, `/\evil`, control characters, also
 * percent-encoded).
 */
export function safeNext(value: string | null | undefined, fallback = "/search"): string {
  if (!value || !isOwnPath(value)) return fallback;
  let decoded = value;
  // A proxy may decode the address more often than expected.
  for (let round = 0; round < 3; round++) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      break;
    }
    if (!isOwnPath(decoded)) return fallback;
  }
  return value;
}

function isOwnPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop these from addresses, so "/\t/evil" is "//evil"
  if (!path.startsWith("/") || /^\/[/\\]|[\u0000-\u001f\\]/.test(path)) return false;
  try {
    const url = new URL(path, baseUrl);
    return url.origin === baseUrl && !url.pathname.startsWith("//");
  } catch {
    return false;
  }
}

/** The address of a page that returns to `from` afterwards: "/login?next=%2Fprofile". */
export function withNext(page: "/login" | "/register", from: string): string {
  return `${page}?next=${encodeURIComponent(from)}`;
}

/** Pages that nobody returns to after signing in. */
const passedThrough = new Set([
  "/",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/confirm",
  "/unsubscribe",
]);

/**
 * The address for signing in from the page at this location, and back to it. From the login it keeps the page to
 * return to.
 */
export function signInFrom(
  page: "/login" | "/register",
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string {
  if (!passedThrough.has(pathname)) return withNext(page, pathname + search);
  const next = new URLSearchParams(search).get("next");
  return next === null ? page : withNext(page, next);
}
