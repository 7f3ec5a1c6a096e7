import { type Control, useFieldArray, type UseFormRegister, useWatch } from "react-hook-form";
import { fuels } from "#domain/cars/car-lists.ts";
import { adminTariffMessages as text } from "#domain/messages/admin-tariffs.ts";
import { baseLabels, tariffWords } from "#domain/messages/tariff-words.ts";
import { certainties, costBases, lineKinds, tariffLimits } from "#domain/tariffs/tariff.ts";
import { Button } from "#web/components/button.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field, FieldError, FieldGroup } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { conditionOf, emptyCell, type TariffFormValues } from "./tariff-form-values.ts";

interface LineProps {
  readonly control: Control<TariffFormValues>;
  readonly register: UseFormRegister<TariffFormValues>;
  readonly index: number;
  /** Errors by field: "lines.2.amount". */
  readonly errors: Readonly<Record<string, string>>;
}

export function TariffLineFields({ onRemove, ...line }: LineProps & { onRemove: () => void }) {
  const { control, register, index, errors } = line;
  const values = useWatch({ control, name: `lines.${index}` });
  const at = `lines.${index}` as const;
  const name = tariffWords.lineName({ key: values.key, when: conditionOf(values) });
  const bases = costBases.slice(0, costBases.indexOf(values.key));
  const wholeLine = errors[`${at}.when`];
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-4" data-line={name}>
      <legend className="px-1 font-semibold">{name}</legend>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={text.label} error={errors[`${at}.label`]}>
          <Input {...register(`${at}.label`)} maxLength={tariffLimits.maxLabel} autoComplete="off" />
        </Field>
        <Field label={text.kind}>
          <Select {...register(`${at}.kind`)}>
            <Options values={lineKinds} labelOf={(kind) => text.kinds[kind]} />
          </Select>
        </Field>
        {values.kind !== "table" && (
          <Field
            label={values.kind === "percent" ? text.percent : text.amount}
            error={errors[`${at}.amount`]}
          >
            <Input
              {...register(`${at}.amount`)}
              inputMode="decimal"
              autoComplete="off"
              placeholder={tariffWords.unknown}
            />
          </Field>
        )}
        <Field label={text.certainty}>
          <Select {...register(`${at}.certainty`)}>
            <Options values={certainties} labelOf={(certainty) => text.certainties[certainty]} />
          </Select>
        </Field>
        <Field label={text.fuel}>
          <Select {...register(`${at}.fuel`)}>
            <option value="">{text.anyFuel}</option>
            <Options values={fuels} />
          </Select>
        </Field>
        <Field label={text.euOrigin}>
          <Select {...register(`${at}.euOrigin`)}>
            <option value="">{text.anyOrigin}</option>
            <option value="true">{text.eu}</option>
            <option value="false">{text.notEu}</option>
          </Select>
        </Field>
      </div>
      {values.kind === "percent" && (
        <FieldGroup label={text.of} error={errors[`${at}.of`]} className="mt-4">
          <div className="flex flex-wrap gap-x-6">
            {bases.map((base) => (
              <Checkbox key={base} label={baseLabels[base]} value={base} {...register(`${at}.of`)} />
            ))}
          </div>
        </FieldGroup>
      )}
      {values.kind === "table" && <TableFields {...line} />}
      {wholeLine !== undefined && <FieldError>{wholeLine}</FieldError>}
      <Button
        variant="danger-quiet"
        className="mt-2 -ms-4"
        aria-label={text.removeLine(name)}
        onClick={onRemove}
      >
        {text.remove}
      </Button>
    </fieldset>
  );
}

function TableFields({ control, register, index, errors }: LineProps) {
  const at = `lines.${index}.table` as const;
  const { fields, append, remove } = useFieldArray({ control, name: at });
  const columns = [
    ["maxAge", text.maxAge],
    ["maxCc", text.maxCc],
    ["amount", text.amount],
  ] as const;
  return (
    <div className="mt-4">
      <p className="text-sm font-medium">{text.table}</p>
      <p className="text-sm text-ink-faint">{text.tableHint}</p>
      <ul className="mt-2 flex list-none flex-col gap-2">
        {fields.map(({ id }, row) => (
          <li key={id} className="flex items-end gap-2">
            {columns.map(([column, label]) => (
              <Field
                key={column}
                label={label}
                hideLabel={row > 0}
                error={errors[`${at}.${row}.${column}`]}
                className="min-w-0 grow basis-0"
              >
                <Input
                  {...register(`${at}.${row}.${column}`)}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder={column === "amount" ? tariffWords.unknown : ""}
                />
              </Field>
            ))}
            <Button
              variant="danger-quiet"
              className="px-3!"
              aria-label={text.removeRow(row + 1)}
              onClick={() => remove(row)}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      {errors[at] !== undefined && <FieldError>{errors[at]}</FieldError>}
      <Button variant="quiet" className="-ms-4" onClick={() => append(emptyCell)}>
        {text.addRow}
      </Button>
    </div>
  );
}
