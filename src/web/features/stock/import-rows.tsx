import { useState } from "react";
import type { StockImport } from "#contract/imports.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { readColumn } from "#domain/stock/stock-columns.ts";
import { fold } from "#domain/text/fold.ts";
import { Button } from "#web/components/button.tsx";
import { ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { Tabs } from "#web/components/tabs.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { FaultyRow } from "./faulty-row.tsx";
import { RowChanges } from "./row-changes.tsx";
import { type Outcome, outcomes, rowsPerPage, useCorrectRow, useImportRows } from "./use-imports.ts";

const text = stockPageMessages.import;

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={uiMessages.pages} className="mt-4 flex items-center justify-center gap-3">
      <Button variant="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {uiMessages.previousPage}
      </Button>
      <span className="tabular-nums">{text.page(page, pages)}</span>
      <Button variant="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {uiMessages.nextPage}
      </Button>
    </nav>
  );
}

function Rows({ item, outcome, total }: { item: StockImport; outcome: Outcome; total: number }) {
  const [page, setPage] = useState(1);
  const { data, isError, isFetching, refetch } = useImportRows(item.id, outcome, page);
  const correct = useCorrectRow(item.id, outcome, page);

  async function save(row: number, cells: Record<string, string>): Promise<void> {
    try {
      const corrected = await correct.mutateAsync({ row, cells });
      if (corrected.outcome === "faulty") toast.error(text.stillFaulty(row));
      else toast.success(text.saved(row));
    } catch (error) {
      toast.error(messageOf(error, text.saveFailed));
    }
  }

  if (data === undefined) {
    return isError ? (
      <ErrorState title={text.rowsFailed} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Loading label={stockPageMessages.loading}>
        <Skeleton className="h-64 rounded-lg" />
      </Loading>
    );
  }
  return (
    <>
      <p className="text-sm text-ink-soft">{text.hints[outcome]}</p>
      {data.length === 0 ? (
        <p className="py-6 text-ink-soft">{text.none}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line rounded-lg border border-line">
          {data.map((row, at) => (
            <li key={row.row ?? row.carId ?? at} className="p-4 sm:px-6">
              {outcome === "faulty" ? (
                <FaultyRow
                  row={row}
                  saving={correct.isPending && correct.variables.row === row.row}
                  onSave={(cells) => void (row.row !== null && save(row.row, cells))}
                />
              ) : (
                <RowChanges row={row} />
              )}
            </li>
          ))}
        </ul>
      )}
      <Pages page={page} pages={Math.ceil(total / rowsPerPage)} onPage={setPage} />
    </>
  );
}

/** How the file's column names were understood; renders nothing if they are our own names. */
function ColumnsRead({ item }: { item: StockImport }) {
  const named = item.columns.flatMap((name) => {
    const column = item.format === "mobile_de" ? null : readColumn(name);
    return column === null || fold(name) === column ? [] : [{ name, column }];
  });
  if (named.length === 0) return null;
  return (
    <p className="mb-4 text-sm wrap-anywhere text-ink-soft">
      <span className="font-medium">{text.columnsRead}:</span>{" "}
      {named.map(({ name, column }) => `${name} = ${column}`).join(", ")}
    </p>
  );
}

/** The effects of a file, one tab for each outcome; those that need the dealer come first. */
export function ImportRows({ item }: { item: StockImport }) {
  const { summary } = item;
  const [chosen, setChosen] = useState<Outcome>(
    () => outcomes.find((outcome) => summary[outcome] > 0) ?? "create",
  );
  return (
    <>
      <ColumnsRead item={item} />
      <Tabs
        label={text.outcomesLabel}
        dense
        tabs={outcomes.map((value) => ({ value, label: text.outcomes[value], count: summary[value] }))}
        value={chosen}
        onChange={setChosen}
      >
        <Rows key={chosen} item={item} outcome={chosen} total={summary[chosen]} />
      </Tabs>
    </>
  );
}
