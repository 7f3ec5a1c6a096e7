import { AppError } from "./app-error.ts";
import type { AppContext } from "./session.ts";

/**
 * The version that `If-Match: "<version>"` names; null where there is no such header, or `*`.
 * Throws version_mismatch for one that can be no version: it matches nothing.
 */
export function readIfMatch(c: AppContext): number | null {
  const header = c.req.header("if-match")?.trim();
  if (header === undefined || header === "" || header === "*") return null;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw new AppError("version_mismatch");
  return Number(version);
}
