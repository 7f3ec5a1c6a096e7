import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { formatNumber } from "#domain/format/format.ts";

export interface AreaItem {
  readonly to: string;
  readonly label: string;
  /** Number of waiting items; 0 is not shown. */
  readonly count?: number | undefined;
}

export interface AreaGroup {
  readonly title?: string | undefined;
  readonly items: readonly AreaItem[];
}

/** The item of the current path, or of its nearest parent path. */
function itemOf(groups: readonly AreaGroup[], pathname: string): string | undefined {
  return groups
    .flatMap(({ items }) => items.map(({ to }) => to))
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

interface AreaFrameProps {
  label: string;
  groups: readonly AreaGroup[];
  /** The `to` of the current item, if the path alone does not determine it. */
  current?: string | undefined;
  children: ReactNode;
}

/**
 * Scrolls the current item into view in the row, again when counters that load later push it out.
 * `scrollIntoView` would scroll the page too.
 */
function showInRow(link: HTMLElement | null): (() => void) | undefined {
  const row = link?.closest("nav");
  if (!link || !row) return undefined;
  const sizes = new ResizeObserver(() => {
    const { offsetLeft: left, offsetWidth: width } = link;
    if (left < row.scrollLeft || left + width > row.scrollLeft + row.clientWidth)
      row.scrollLeft = left - (row.clientWidth - width) / 2;
  });
  for (const item of row.querySelectorAll("li")) sizes.observe(item);
  return () => sizes.disconnect();
}

function Item({ to, label, count = 0, isCurrent }: AreaItem & { isCurrent: boolean }) {
  return (
    <Link
      ref={isCurrent ? showInRow : null}
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      className={clsx(
        "flex min-h-11 items-center gap-2 lg:pointer-fine:min-h-10 px-3 font-medium whitespace-nowrap no-underline -outline-offset-2 transition-colors max-lg:border-b-2 lg:rounded-md lg:whitespace-normal",
        isCurrent
          ? "border-blue-text text-blue-text lg:bg-blue-soft"
          : "border-transparent text-ink-soft hover:text-ink lg:hover:bg-surface",
      )}
    >
      {label}
      {count > 0 && (
        <span className="ms-auto rounded-full bg-sunken px-2 text-sm text-ink tabular-nums">
          {formatNumber(count)}
        </span>
      )}
    </Link>
  );
}

/** An area with several pages and their navigation: a side list from `lg` on, else one row to swipe. */
export function AreaFrame({ label, groups, current, children }: AreaFrameProps) {
  const { pathname } = useLocation();
  const shown = current ?? itemOf(groups, pathname);
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-8 pt-1 lg:grid-cols-[12rem_minmax(0,1fr)] lg:pt-10 print:block print:p-0!">
      <nav
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line max-lg:-mx-4 max-lg:px-1 md:max-lg:-mx-8 md:max-lg:px-5 lg:sticky lg:top-24 lg:flex-col lg:gap-5 lg:self-start lg:overflow-visible lg:border-0 print:hidden"
      >
        {groups.map(({ title, items }, index) => (
          <div key={title ?? index} className="max-lg:contents">
            {title !== undefined && (
              <p className="px-3 pb-1 text-sm font-semibold text-ink-faint max-lg:hidden">{title}</p>
            )}
            <ul aria-label={title} className="flex list-none gap-1 lg:flex-col lg:gap-0">
              {items.map((item) => (
                <li key={item.to} className="shrink-0">
                  <Item {...item} isCurrent={item.to === shown} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="min-w-0 pt-5 pb-8 md:pb-10 lg:pt-0 print:p-0">{children}</div>
    </div>
  );
}
