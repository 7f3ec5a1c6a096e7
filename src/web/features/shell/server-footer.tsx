import { lazy, Suspense } from "react";
import type { SiteConfig } from "#web/lib/site.ts";
import { useFollowedLinks } from "#web/lib/plain-links.ts";

type Props = { site: SiteConfig; year: number };

const id = "site-footer";
const Footer = import.meta.env.SSR
  ? (await import("./footer.tsx")).Footer
  : lazy(async () => ({ default: (await import("./footer.tsx")).Footer }));
// Read before hydration. A constant: React writes the markup again when it gets a new object.
const rendered = {
  __html: import.meta.env.SSR ? "" : (document.querySelector(`#${id}`)?.innerHTML ?? ""),
};

/**
 * The footer as the server rendered it. It never changes, so browsers load no script for it, except when a
 * page came without one (its layout failed). Saves 2 kB of script, without which /search exceeds its 140 kB.
 */
export function ServerFooter(props: Props) {
  const follow = useFollowedLinks();
  if (rendered.__html !== "") {
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- clicks bubble from its links, which handle the keyboard
      <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={rendered} onClick={follow} />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- clicks bubble from its links, which handle the keyboard
    <div id={id} onClick={follow}>
      <Suspense>
        <Footer {...props} />
      </Suspense>
    </div>
  );
}
