import { createContext, type ReactNode, use, useState } from "react";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

/** Whether the sections fold: on a phone, all of them open would be five screens to scroll. */
export const FoldedFilters = createContext(false);

type Props = {
  label: string;
  /** Something is chosen in it: it opens with the panel. */
  chosen: boolean;
  children: ReactNode;
};

/** A filter with its name; where sections fold, closed until somebody wants it. */
export function FilterSection({ label, chosen, children }: Props) {
  const folds = use(FoldedFilters);
  // For good: a section must not close under the finger that takes its last tick away.
  const [open] = useState(chosen);
  if (!folds) {
    return (
      <fieldset className="min-w-0 border-t border-line py-4">
        <legend className="float-left mb-1 w-full font-semibold">{label}</legend>
        <div className="clear-both">{children}</div>
      </fieldset>
    );
  }
  return (
    <details open={open} className="group border-t border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {label}
        <StrokeIcon
          width="1.75"
          className="size-6 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        >
          <path d="m6 9 6 6 6-6" />
        </StrokeIcon>
      </summary>
      <fieldset aria-label={label} className="min-w-0 pb-4">
        {children}
      </fieldset>
    </details>
  );
}
