import type { MouseEvent } from "react";

/**
 * The link of this site that a click inside plain markup means, where the page itself is to follow it; null where the
 * click is the browser's business: another tab or window, a download, another site, a mail.
 */
export function followedLink(event: MouseEvent<HTMLElement>): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.target !== "") return null;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  event.preventDefault();
  return link;
}
