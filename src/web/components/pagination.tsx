import { formatNumber } from "#domain/format/format.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { useFollowedLinks } from "#web/lib/plain-links.ts";

/** Up to five page numbers around the current one, as real links. */
export function Pagination({
  page,
  pages,
  href,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
}) {
  const follow = useFollowedLinks();
  if (pages <= 1) return null;
  const around = pagesAround(page, pages);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks bubble from its links, which handle the keyboard
    <nav
      aria-label={uiMessages.pages}
      className="flex flex-wrap items-center justify-center sm:gap-1"
      onClick={follow}
    >
      <Step to={page > 1 ? href(page - 1) : null} rel="prev">
        {uiMessages.previousPage}
      </Step>
      {around.map((number) => (
        <a
          key={number}
          href={href(number)}
          aria-label={uiMessages.page(number)}
          aria-current={number === page ? "page" : undefined}
          className="page-link"
        >
          {number}
        </a>
      ))}
      {around.at(-1) !== pages && (
        <span className="hidden px-1 text-ink-soft tabular-nums sm:inline">
          {uiMessages.ofPages(formatNumber(pages))}
        </span>
      )}
      <Step to={page < pages ? href(page + 1) : null} rel="next">
        {uiMessages.nextPage}
      </Step>
    </nav>
  );
}

function Step({ to, rel, children }: { to: string | null; rel: string; children: string }) {
  if (to === null) {
    return (
      <span aria-disabled="true" className="page-link">
        {children}
      </span>
    );
  }
  return (
    <a href={to} rel={rel} className="page-link">
      {children}
    </a>
  );
}

const pagesShown = 5;

/** The pages around the current one, which is in the middle if the ends allow it. */
export function pagesAround(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(pagesShown / 2), pages - pagesShown + 1));
  return Array.from({ length: Math.min(pagesShown, pages) }, (_, offset) => first + offset);
}
