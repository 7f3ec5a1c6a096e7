import { clsx } from "clsx";
import { Link, type LinkProps } from "react-router";
import { uiMessages } from "#domain/messages/ui.ts";

const look =
  "inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface ps-4 pe-3 text-sm font-medium text-ink no-underline transition-colors hover:border-line-strong";

/** Classes of a toggle button (`aria-pressed`). */
export function chipClass(isChosen: boolean): string {
  return clsx("chip", isChosen && "chip-chosen");
}

function Cross() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      className="size-4 shrink-0 text-ink-soft"
    >
      <path d="m4 4 8 8m0-8-8 8" strokeLinecap="round" />
    </svg>
  );
}

/** A chosen filter; pressing it removes the filter. */
export function Chip({
  label,
  onRemove,
  className,
}: {
  label: string;
  onRemove: () => void;
  className?: string;
}) {
  return (
    <button
      type="button"
      aria-label={uiMessages.remove(label)}
      onClick={onRemove}
      className={clsx(look, className)}
    >
      <span className="truncate">{label}</span>
      <Cross />
    </button>
  );
}

/** The same as a link to the page without the filter: works before hydration. */
export function ChipLink({ label, className, ...rest }: Omit<LinkProps, "children"> & { label: string }) {
  return (
    <Link {...rest} aria-label={uiMessages.remove(label)} className={clsx(look, className)}>
      <span className="truncate">{label}</span>
      <Cross />
    </Link>
  );
}
