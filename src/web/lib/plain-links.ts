import { type MouseEvent, useCallback } from "react";
import { useNavigate } from "react-router";

/**
 * The link in plain markup that the page should follow by client-side navigation; null for a click left to
 * the browser: another tab or window, a download, another site, a mail.
 */
export function followedLink(event: MouseEvent<HTMLElement>): HTMLAnchorElement | null {
  if (event.defaultPrevented) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.target !== "") return null;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  event.preventDefault();
  return link;
}

const ownAddress = ({ pathname, search, hash }: HTMLAnchorElement): string => pathname + search + hash;

/**
 * Follows plain links inside the element with this `onClick`, to `addressOf` if given. For links on every page: each
 * React Router link computes its location, which costs the server more than rendering it.
 */
export function useFollowedLinks(
  addressOf: (link: HTMLAnchorElement) => string = ownAddress,
): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = followedLink(event);
      if (link === null) return;
      const here = link.href === location.href;
      void navigate(addressOf(link), { replace: here });
    },
    [addressOf, navigate],
  );
}
