import type { ComponentProps } from "react";
import { formatNumber } from "#domain/format/format.ts";
import { searchFilterMessages as text } from "#domain/messages/search-filters.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { Button } from "#web/components/button.tsx";
import { Sheet } from "#web/components/dialog.tsx";
import type { FieldName } from "#domain/search/search-fields.ts";
import { chosenFilters } from "./chosen-filters.ts";
import { FilterPanel } from "./filter-panel.tsx";
import { withoutFilters } from "./search-address.ts";
import { PanelSkeleton } from "./skeletons.tsx";

/** With all of them open the sheet would be five screens long. */
const none: ReadonlySet<FieldName> = new Set();

type Props = {
  id: string;
  open: boolean;
  onClose: () => void;
  /** null: loading. */
  panel: Omit<ComponentProps<typeof FilterPanel>, "id" | "openAtFirst"> | null;
  search: ComponentProps<typeof FilterPanel>["search"];
  /** The number of results; null while they are counted. */
  total: number | null;
  onChange: ComponentProps<typeof FilterPanel>["onChange"];
};

/** A phone's filters on the full screen. */
export default function FilterSheet({ id, open, onClose, panel, search, total, onChange }: Props) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={searchPageMessages.filters}
      footer={
        <div className="flex gap-3">
          <Button
            variant="secondary"
            disabled={chosenFilters(search).length === 0}
            onClick={() => onChange(withoutFilters(search))}
          >
            {searchPageMessages.reset}
          </Button>
          <Button className="grow tabular-nums" onClick={onClose}>
            {total === null ? text.counting : text.show(formatNumber(total), total)}
          </Button>
        </div>
      }
    >
      {panel ? <FilterPanel id={id} openAtFirst={none} hasPriceSteps {...panel} /> : <PanelSkeleton />}
    </Sheet>
  );
}
