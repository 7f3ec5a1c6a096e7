import type { ServerResponse } from "node:http";

/** Photos and the pictures of shared pages: other sites, mail programs and previews show them too. */
const shownElsewhere = /^\/(photos|og)\//;
/** A year, this name alone: what else the operator has below it may not speak https. */
const onlyHttps = "max-age=31536000";

/**
 * Sets the headers of every answer of this port. `secure`: the site's address is https, and browsers are
 * told to come by no other way.
 */
export function setAnswerHeaders(response: ServerResponse, path: string, secure: boolean): void {
  response.setHeader(
    "Cross-Origin-Resource-Policy",
    shownElsewhere.test(path) ? "cross-origin" : "same-origin",
  );
  if (secure) response.setHeader("Strict-Transport-Security", onlyHttps);
}
