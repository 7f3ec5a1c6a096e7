import { lazy, Suspense } from "react";
import type { SiteConfig } from "#web/lib/site.ts";
import { useFollowedLinks } from "#web/lib/plain-links.ts";

type Props = { site: SiteConfig; year: number };

const id = "site-footer";
const Footer = import.meta.env.SSR
  ? (await import("./footer.tsx")).Footer
  : lazy(async () => ({ default: (await import("./footer.tsx")).Footer }));
// Read before React takes the page over. One object for good: React writes markup again when it gets another.
const rendered = {
  __html: import.meta.env.SSR ? "" : (document.querySelector(`#${id}`)?.innerHTML ?? ""),
};

/**
 * The footer as the server rendered it. Nothing in it changes, so browsers load no script for it; only where a page came
 * without one (its frame had failed) it is loaded. Saves 2 kB of script, without which /search is over its 140 kB.
 */
export function ServerFooter(props: Props) {
  const follow = useFollowedLinks();
  if (rendered.__html !== "") {
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the clicks are its links', which have the keyboard
      <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={rendered} onClick={follow} />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the clicks are its links', which have the keyboard
    <div id={id} onClick={follow}>
      <Suspense>
        <Footer {...props} />
      </Suspense>
    </div>
  );
}
