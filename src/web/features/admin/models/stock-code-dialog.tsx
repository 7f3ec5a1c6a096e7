import { z } from "zod";
import { type AdminStockCode, stockCodeForm } from "#contract/admin-stock-codes.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { stockCodeMessages as text } from "#domain/messages/stock-codes.ts";
import { codedColumnNames, codeValues, maxCodeLength } from "#domain/stock/stock-codes.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { useWriteForm } from "#web/features/admin/parts/use-write-form.ts";

type Typed = Record<"column" | "code" | "value", string>;
const typedStockCode = z.preprocess((typed: Typed) => typed, stockCodeForm);

/** Maps a code of mobile.de: a listed one, or one that no file has contained yet. */
export function StockCodeDialog({
  known,
  onClose,
}: {
  /** Null for a new code. */
  known: AdminStockCode | null;
  onClose: () => void;
}) {
  const { register, setValue, watch, errors, formProps } = useWriteForm({
    defaults: { column: known?.column ?? "", code: known?.code ?? "", value: known?.value ?? "" },
    schema: typedStockCode,
    call: (body) => api("PUT /api/admin/stock-codes", { body }),
    failed: text.failed,
    onDone: ({ code }) => {
      toast.success(text.saved(code));
      onClose();
    },
  });
  const named = watch("column");
  const column = codedColumnNames.find((name) => name === named);

  return (
    <FormDialog
      {...formProps}
      title={known === null ? text.add : text.title}
      submitLabel={text.save}
      onClose={onClose}
    >
      {known === null ? (
        <>
          <Field label={text.column} required error={errors.column?.message}>
            <Select {...register("column", { onChange: () => setValue("value", "") })} data-autofocus>
              <option value="">{text.columnUnknown}</option>
              <Options values={codedColumnNames} labelOf={(name) => text.columns[name]} />
            </Select>
          </Field>
          <Field label={text.code} required error={errors.code?.message}>
            <Input
              {...register("code")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={maxCodeLength}
            />
          </Field>
        </>
      ) : (
        <p className="wrap-anywhere">
          <span className="block text-ink-soft">{text.columns[known.column]}</span>
          <span className="text-lg font-semibold">{known.code}</span>
        </p>
      )}
      <Field label={text.value} required error={errors.value?.message}>
        <Select
          {...register("value")}
          disabled={column === undefined}
          data-autofocus={known !== null || undefined}
        >
          <option value="">{text.choose}</option>
          {column !== undefined && <Options values={codeValues(column)} labelOf={carTypeLabel} />}
        </Select>
      </Field>
    </FormDialog>
  );
}
