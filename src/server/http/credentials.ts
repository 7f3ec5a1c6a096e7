import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { type CookieOptions, parse } from "hono/utils/cookie";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { keyPrefix } from "#domain/dealers/dealer-keys.ts";
import type { AppContext } from "./session.ts";

/** A request's credentials as sent: only their form is checked here. */
export interface Credentials {
  /** Null: no Authorization header. "": one without a token of ours, which is an invalid credential. */
  readonly bearer: string | null;
  readonly cookie: string | null;
}

/** 32 random bytes in base64url: the form of every secret. */
const secretForm = /^[A-Za-z0-9_-]{43}$/;

const names = { session: "vetura_session", device: "vetura_device", hint: "signed_in" } as const;

/** Whether a request carries credentials. */
export function hasCredentials(headers: Headers): boolean {
  return headers.has("authorization") || (headers.get("cookie")?.includes(`${names.session}=`) ?? false);
}

/** A dealer's API key in an Authorization header, valid or not; null for none. */
export function readKey(header: string | undefined): string | null {
  const token = header === undefined ? undefined : /^Bearer +(\S+)\s*$/i.exec(header)?.[1];
  return token?.startsWith(keyPrefix) === true && !secretForm.test(token) ? token : null;
}

/** Reads and writes our cookies and the Authorization header. */
export interface Cookies {
  read(c: AppContext): Credentials;
  /** The session's secret from a Cookie header; null if it has none. */
  readSession(header: string | undefined): string | null;
  /** The browser's device secret, which is no credential. */
  readDevice(c: AppContext): string | null;
  /** `secondsLeft`: until the session's absolute end. */
  setSession(c: AppContext, secret: string, secondsLeft: number): void;
  clearSession(c: AppContext): void;
  setDevice(c: AppContext, secret: string): void;
}

const daySeconds = 86_400;

/** `secure` (PUBLIC_URL is https) makes cookies `Secure` with the `__Host-` prefix. */
export function createCookies(secure: boolean): Cookies {
  const options: CookieOptions = {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure,
    ...(secure ? { prefix: "host" } : {}),
  };
  // Tells scripts only that there is a session, so that guests need no request for it.
  const hintOptions: CookieOptions = { path: "/", sameSite: "Lax", secure };
  const readSecret = (c: AppContext, name: string): string | null => {
    // Only under the prefixed name if we set it: the plain one could come from a neighbouring subdomain.
    const value = secure ? getCookie(c, name, "host") : getCookie(c, name);
    return value !== undefined && secretForm.test(value) ? value : null;
  };
  return {
    read: (c) => {
      const header = c.req.header("authorization");
      const token = header === undefined ? null : (/^Bearer +(\S+)\s*$/i.exec(header)?.[1] ?? "");
      return {
        bearer: token === null || secretForm.test(token) ? token : "",
        cookie: readSecret(c, names.session),
      };
    },
    readSession: (header) => {
      if (header === undefined) return null;
      const name = secure ? `__Host-${names.session}` : names.session;
      const value = parse(header, name)[name];
      return value !== undefined && secretForm.test(value) ? value : null;
    },
    readDevice: (c) => readSecret(c, names.device),
    setSession: (c, secret, secondsLeft) => {
      const maxAge = Math.max(0, Math.min(sessionRules.idleDays * daySeconds, Math.floor(secondsLeft)));
      setCookie(c, names.session, secret, { ...options, maxAge });
      setCookie(c, names.hint, "1", { ...hintOptions, maxAge });
    },
    clearSession: (c) => {
      deleteCookie(c, names.session, options);
      deleteCookie(c, names.hint, hintOptions);
    },
    setDevice: (c, secret) => {
      setCookie(c, names.device, secret, { ...options, maxAge: sessionRules.deviceDays * daySeconds });
    },
  };
}
