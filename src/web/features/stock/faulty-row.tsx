import { useForm } from "react-hook-form";
import type { ImportFault, ImportRow } from "#contract/imports.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { readColumn } from "#domain/stock/stock-columns.ts";
import { fold } from "#domain/text/fold.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { RowHead } from "./row-changes.tsx";

const text = stockPageMessages.import;

/** The faults of a row by column; a cell may have several. */
function byColumn(faults: readonly ImportFault[]): [string, ImportFault[]][] {
  const columns = new Map<string, ImportFault[]>();
  for (const fault of faults) columns.set(fault.column, [...(columns.get(fault.column) ?? []), fault]);
  return [...columns];
}

/**
 * The name of the cell that a fault is about; the fault has the header as the file
 * spells it. null: no such cell.
 */
function cellOf(row: ImportRow, column: string): string | null {
  const name = fold(column);
  const cells = Object.keys(row.cells);
  const read = readColumn(column);
  return cells.find((cell) => fold(cell) === name) ?? cells.find((cell) => cell === read) ?? null;
}

/** A row that cannot be imported: each faulty cell with instructions and a field to correct it. */
export function FaultyRow({
  row,
  saving,
  onSave,
}: {
  row: ImportRow;
  saving: boolean;
  onSave: (cells: Record<string, string>) => void;
}) {
  // Indexed by position: a dot in a column's name would be a path in the form.
  const names = Object.keys(row.cells);
  const { register, handleSubmit } = useForm({ defaultValues: { typed: Object.values(row.cells) } });
  const columns = byColumn(row.faults);
  const faulty = columns.flatMap(([column]) => cellOf(row, column) ?? []);
  const submit = handleSubmit(({ typed }) =>
    onSave(Object.fromEntries(faulty.map((cell) => [cell, typed[names.indexOf(cell)] ?? ""]))),
  );

  if (row.outcome !== "faulty") {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="green">{text.fixed}</Badge>
        <RowHead row={row} />
      </div>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
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
                    {...register(`typed.${names.indexOf(cell)}`)}
                    aria-label={`${text.newValue(column)}, ${row.row === null ? "" : text.row(row.row)}`}
                    aria-invalid="true"
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
      {faulty.length > 0 && (
        <Button type="submit" variant="secondary" className="mt-4 max-sm:w-full" loading={saving}>
          {text.save}
        </Button>
      )}
    </form>
  );
}
