import { type FormEvent, useState } from "react";
import type { ImportFault, ImportRow } from "#contract/imports.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
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
  const isEditable = columns.some(([column]) => Object.hasOwn(row.cells, column));

  function submit(event: FormEvent): void {
    event.preventDefault();
    const shown = columns.map(([column]) => column).filter((column) => Object.hasOwn(row.cells, column));
    onSave(Object.fromEntries(shown.map((column) => [column, typed[column] ?? row.cells[column] ?? ""])));
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
        {columns.map(([column, faults]) => (
          <li
            key={column}
            className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-1.5 md:grid-cols-[20rem_minmax(0,1fr)]"
          >
            {Object.hasOwn(row.cells, column) ? (
              <Field label={column}>
                <Input
                  aria-label={`${text.newValue(column)}, ${row.row === null ? "" : text.row(row.row)}`}
                  aria-invalid="true"
                  value={typed[column] ?? row.cells[column] ?? ""}
                  onChange={({ target }) => setTyped((all) => ({ ...all, [column]: target.value }))}
                />
              </Field>
            ) : (
              <p className="text-sm font-medium wrap-anywhere">
                {column}
                {faults[0]?.value !== "" && (
                  <span className="block font-normal text-ink-soft">{faults[0]?.value}</span>
                )}
              </p>
            )}
            <div className="text-sm text-red md:pt-7">
              {faults.map((fault) => (
                <p key={fault.code + fault.message} className="wrap-anywhere">
                  {fault.message}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {isEditable && (
        <Button type="submit" variant="secondary" className="mt-4 max-sm:w-full" loading={saving}>
          {text.save}
        </Button>
      )}
    </form>
  );
}
