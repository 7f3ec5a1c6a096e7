import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { FieldName } from "#domain/search/search-fields.ts";

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
      className="filter-section"
    >
      <summary>{label}</summary>
      {shown && <fieldset aria-label={label}>{children}</fieldset>}
    </details>
  );
}
