import { type FormEvent, useState } from "react";
import type { ImportFault, ImportRow } from "#contract/imports.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { fold } from "#domain/text/fold.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { RowHead } from "./row-changes.tsx";

const text = stockPageMessages.import;

/** The faults of a row by column: a cell may have more than one. */
function byColumn(faults: readonly ImportFault[]): [string, ImportFault[]][] {
  const columns = new Map<string, ImportFault[]>();
  for (const fault of faults) columns.set(fault.column, [...(columns.get(fault.column) ?? []), fault]);
  return [...columns];
}

/** The cell that a fault is about, by its own name: a fault has the header's, accents and all. Null for none. */
function cellOf(row: ImportRow, column: string): string | null {
  const name = fold(column);
  return Object.keys(row.cells).find((cell) => fold(cell) === name) ?? null;
}

/** A row that cannot be imported: each faulty cell with what to do, to be corrected here. */
export function FaultyRow({
  row,
  saving,
  onSave,
}: {
  row: ImportRow;
  saving: boolean;
  onSave: (cells: Record<string, string>) => void;
}) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const columns = byColumn(row.faults);
  const isEditable = columns.some(([column]) => cellOf(row, column) !== null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const cells = columns.flatMap(([column]) => cellOf(row, column) ?? []);
    onSave(Object.fromEntries(cells.map((cell) => [cell, typed[cell] ?? row.cells[cell] ?? ""])));
  }

  if (row.outcome !== "faulty") {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="green">{text.fixed}</Badge>
        <RowHead row={row} />
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit}>
      <RowHead row={row} />
      <ul className="mt-3 flex flex-col gap-4">
        {columns.map(([column, faults]) => {
          const cell = cellOf(row, column);
          return (
            <li
              key={column}
              className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-1.5 md:grid-cols-[20rem_minmax(0,1fr)]"
            >
              {cell === null ? (
                <p className="text-sm font-medium wrap-anywhere">
                  {column}
                  {faults[0]?.value !== "" && (
                    <span className="block font-normal text-ink-soft">{faults[0]?.value}</span>
                  )}
                </p>
              ) : (
                <Field label={column}>
                  <Input
                    aria-label={`${text.newValue(column)}, ${row.row === null ? "" : text.row(row.row)}`}
                    aria-invalid="true"
                    value={typed[cell] ?? row.cells[cell] ?? ""}
                    onChange={({ target }) => setTyped((all) => ({ ...all, [cell]: target.value }))}
                  />
                </Field>
              )}
              <div className="text-sm text-red md:pt-7">
                {faults.map((fault) => (
                  <p key={fault.code + fault.message} className="wrap-anywhere">
                    {fault.message}
                  </p>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      {isEditable && (
        <Button type="submit" variant="secondary" className="mt-4 max-sm:w-full" loading={saving}>
          {text.save}
        </Button>
      )}
    </form>
  );
}
