import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { FieldName } from "#domain/search/search-fields.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

/** What all sections of a panel share. */
export type FilterSections = {
  /** Sections that are open at first. */
  openAtFirst: ReadonlySet<FieldName>;
  /** Called for each open section: its facet is needed. */
  onShown: (name: FieldName) => void;
};

export const FilterSectionsContext = createContext<FilterSections>({
  openAtFirst: new Set(),
  onShown: () => undefined,
});

type Props = {
  name: FieldName;
  label: string;
  /** It has a chosen value, so it is open at first. */
  chosen: boolean;
  children: ReactNode;
};

/** A filter under its name. A closed section renders and counts nothing until it is opened. */
export function FilterSection({ name, label, chosen, children }: Props) {
  const { openAtFirst, onShown } = use(FilterSectionsContext);
  // Fixed at mount: a section must not close when its last tick is removed.
  const [openFirst] = useState(chosen || openAtFirst.has(name));
  const [shown, setShown] = useState(openFirst);
  useEffect(() => {
    if (shown) onShown(name);
  }, [name, shown, onShown]);
  return (
    <details
      open={openFirst}
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        setShown(true);
        onShown(name);
      }}
      className="group border-t border-line"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {label}
        <StrokeIcon
          width="1.75"
          className="size-6 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        >
          <path d="m6 9 6 6 6-6" />
        </StrokeIcon>
      </summary>
      {shown && (
        <fieldset aria-label={label} className="min-w-0 pb-4">
          {children}
        </fieldset>
      )}
    </details>
  );
}
