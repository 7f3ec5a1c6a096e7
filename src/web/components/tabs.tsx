import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { formatNumber } from "#domain/format/format.ts";

export type Tab<Value extends string> = { value: Value; label: ReactNode; count?: number };

/**
 * Tabs with one panel (WAI-ARIA): arrow keys move and select, the panel is labelled by its tab. `children` is
 * the content of the selected tab.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  dense = false,
  countsOnWide = false,
  className,
  children,
}: {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Smaller tabs, for many of them. */
  dense?: boolean;
  /** Hides the counts on phones, where the tabs need the room. */
  countsOnWide?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // Scrolls the selected tab into view: on load too, and again when counts that load later widen other tabs.
  useEffect(() => {
    const shown = list.current;
    const tab = document.getElementById(`${id}-${value}`);
    if (!shown || !tab) return undefined;
    const sizes = new ResizeObserver(() => {
      const { offsetLeft, offsetWidth } = tab;
      if (offsetLeft < shown.scrollLeft || offsetLeft + offsetWidth > shown.scrollLeft + shown.clientWidth)
        shown.scrollLeft = offsetLeft - (shown.clientWidth - offsetWidth) / 2;
    });
    for (const one of shown.children) sizes.observe(one);
    return () => sizes.disconnect();
  }, [id, value]);

  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const row = (to + tabs.length) % tabs.length;
    const tab = tabs[row];
    if (!tab) return;
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[row]?.focus();
  }

  return (
    <div className={className}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs take the focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        // The line is a shadow, which the chosen tab's border covers: a tab over a border would be cut off or scroll.
        className="relative flex gap-1 overflow-x-auto p-1 pb-0 shadow-[inset_0_-1px_var(--color-line)]"
      >
        {tabs.map((tab) => {
          const chosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={clsx(
                "flex min-h-11 shrink-0 items-center gap-2 border-b-2 font-medium whitespace-nowrap transition-colors",
                dense ? "px-3" : countsOnWide ? "px-2 sm:px-4" : "px-4",
                chosen
                  ? "border-blue-text text-blue-text"
                  : "border-transparent text-ink-soft hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span
                  className={clsx(
                    "rounded-full bg-sunken px-2 text-sm text-ink tabular-nums",
                    countsOnWide && "max-sm:hidden",
                  )}
                >
                  {formatNumber(tab.count)}
                </span>
              )}
            </button>
          );
        })}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="pt-4">
        {children}
      </div>
    </div>
  );
}
