import { AppError } from "./app-error.ts";
import type { AppContext } from "./session.ts";

/**
 * The version in `If-Match: "<version>"`; null without the header, or for `*`. Throws version_mismatch for an
 * impossible version: it matches nothing.
 */
export function readIfMatch(c: AppContext): number | null {
  const header = c.req.header("if-match")?.trim();
  if (header === undefined || header === "" || header === "*") return null;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw new AppError("version_mismatch");
  return Number(version);
}
