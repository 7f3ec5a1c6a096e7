import { useForm } from "react-hook-form";
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
import { showIssues, showWriteFailure } from "#web/components/form-errors.ts";
import { useWrite } from "#web/features/admin/parts/use-admin.ts";

const fields = ["column", "code", "value"] as const;

/** Says what a code means: of one that is listed, or of one that no file had yet. */
export function StockCodeDialog({
  known,
  onClose,
}: {
  /** Null for a new one. */
  known: AdminStockCode | null;
  onClose: () => void;
}) {
  const write = useWrite();
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<
    Record<(typeof fields)[number], string>
  >({
    defaultValues: { column: known?.column ?? "", code: known?.code ?? "", value: known?.value ?? "" },
  });
  const { errors, isSubmitting } = formState;
  const named = watch("column");
  const column = codedColumnNames.find((name) => name === named);

  const submit = handleSubmit(async (typed) => {
    const read = stockCodeForm.safeParse(typed);
    if (!read.success) {
      showIssues(read.error, { fields, setError });
      return;
    }
    try {
      const { code } = await write(api("PUT /api/admin/stock-codes", { body: read.data }));
      toast.success(text.saved(code));
      onClose();
    } catch (error) {
      showWriteFailure(error, text.failed, { fields, setError });
    }
  });

  return (
    <FormDialog
      title={known === null ? text.add : text.title}
      submitLabel={text.save}
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
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
