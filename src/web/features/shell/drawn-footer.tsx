import { lazy, Suspense } from "react";
import type { SiteConfig } from "#web/lib/site.ts";
import { useFollowedLinks } from "#web/lib/plain-links.ts";

type Props = { site: SiteConfig; year: number };

const id = "site-footer";
// Kept by the server; in a browser read before React takes the page over. One object for good: React writes markup again
// when it gets another.
const drawnBefore = import.meta.env.SSR ? "" : (document.querySelector(`#${id}`)?.innerHTML ?? "");
const asDrawn = { __html: drawnBefore };
const drawn = import.meta.env.SSR
  ? (await import("#web/lib/kept-markup.ts")).keepMarkup((await import("./footer.tsx")).Footer, 10)
  : () => asDrawn;
const Footer = lazy(async () => ({ default: (await import("./footer.tsx")).Footer }));

/**
 * The footer as the server drew it. It is the same on every page and nothing in it changes, so browsers need no script
 * to draw it once more; only where a page came without one (its frame had failed) it is loaded.
 */
export function DrawnFooter(props: Props) {
  const follow = useFollowedLinks();
  if (!import.meta.env.SSR && drawnBefore === "") {
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the clicks are its links', which have the keyboard
      <div id={id} onClick={follow}>
        <Suspense>
          <Footer {...props} />
        </Suspense>
      </div>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the clicks are its links', which have the keyboard
    <div id={id} data-far suppressHydrationWarning dangerouslySetInnerHTML={drawn(props)} onClick={follow} />
  );
}
