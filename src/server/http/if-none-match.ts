import type { FeedVersion } from "./feed-versions.ts";
import type { AppContext } from "./session.ts";

/** A changing file's version. */
export function versionHeaders({ tag, changedAt }: FeedVersion): { ETag: string; "Last-Modified": string } {
  return { ETag: `"${tag}"`, "Last-Modified": changedAt.toUTCString() };
}

/** Whether an If-None-Match header (a list of weak or strong tags, or `*`) includes this tag. */
export function hasTag(header: string | null | undefined, etag: string): boolean {
  return header?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))) === true;
}

/** Whether the caller has this version. RFC 9110: the tag takes precedence over the date. */
export function isAsKnown(c: AppContext, version: FeedVersion): boolean {
  const tags = c.req.header("if-none-match");
  if (tags !== undefined) return hasTag(tags, `"${version.tag}"`);
  const since = Date.parse(c.req.header("if-modified-since") ?? "");
  return version.changedAt.getTime() <= since;
}
