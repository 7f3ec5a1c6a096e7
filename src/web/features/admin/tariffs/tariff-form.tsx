import { type ReactNode, useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import type { Tariff, TariffInput } from "#contract/tariffs.ts";
import { adminTariffMessages as text } from "#domain/messages/admin-tariffs.ts";
import { costLabels } from "#domain/messages/tariff-words.ts";
import { tariffMessages } from "#domain/messages/tariffs.ts";
import { costKeys, tariffLimits } from "#domain/tariffs/tariff.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { Input } from "#web/components/input.tsx";
import { Section } from "#web/components/section.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { SaveBar } from "#web/features/admin/parts/save-bar.tsx";
import { type LineValues, type TariffFormValues, termsOf, valuesOf } from "./tariff-form-values.ts";
import { TariffLineFields } from "./tariff-line-fields.tsx";

/** A draft with all its lines. `onDirty` gets whether it has unsaved changes. With a `conflict` it cannot be saved. */
export function TariffForm({
  tariff,
  conflict,
  onSave,
  onDirty,
}: {
  tariff: Tariff;
  /** Says that another admin has changed the tariff; above the button. */
  conflict: ReactNode;
  onSave: (terms: TariffInput) => Promise<void>;
  onDirty: (isDirty: boolean) => void;
}) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string>();
  const { control, register, handleSubmit, formState, getValues } = useForm<TariffFormValues>({
    defaultValues: valuesOf(tariff),
  });
  const lines = useFieldArray({ control, name: "lines" });
  const [added, setAdded] = useState<LineValues["key"]>("excise");

  const submit = handleSubmit(async (values) => {
    const { terms, wrong } = termsOf(values);
    if (terms === null) {
      setErrors(
        Object.fromEntries(
          wrong.map((field) => [
            field,
            field === "maxAgeYears"
              ? tariffMessages.maxAgeInvalid
              : /\.max\w+$/.test(field)
                ? tariffMessages.limitInvalid
                : tariffMessages.amountInvalid,
          ]),
        ),
      );
      setFailed(text.saveFailed);
      return;
    }
    try {
      await onSave(terms);
    } catch (error) {
      setErrors(error instanceof ApiError ? error.fields : {});
      setFailed(messageOf(error, text.saveFailed));
      toast.error(messageOf(error, text.saveFailed));
    }
  });

  /** Inserts after the other lines of its key, so that a rule and its exceptions stay together. */
  function addLine(): void {
    const all = getValues("lines");
    const last = all.findLastIndex(({ key }) => key === added);
    const line: LineValues = {
      key: added,
      label: costLabels[added],
      kind: "fixed",
      of: [],
      fuel: "",
      euOrigin: "",
      amount: "",
      certainty: "unconfirmed",
      table: [],
    };
    lines.insert(last === -1 ? all.length : last + 1, line);
  }

  const { isDirty } = formState;
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
      onChange={() => onDirty(true)}
      className="flex min-w-0 flex-col gap-6"
    >
      <Section id="tariff-terms" heading={text.terms} level="h3" headingClass="text-lg">
        <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label={text.validFrom} required error={errors["validFrom"]}>
            <Input type="date" {...register("validFrom")} />
          </Field>
          <Field label={text.validTo} hint={text.validToHint} error={errors["validTo"]}>
            <Input type="date" {...register("validTo")} />
          </Field>
          <Field label={text.maxAgeYears} required error={errors["maxAgeYears"]}>
            <Input inputMode="numeric" autoComplete="off" {...register("maxAgeYears")} />
          </Field>
          <Field label={text.title} required error={errors["title"]}>
            <Input maxLength={tariffLimits.maxSource} {...register("title")} />
          </Field>
          <Field label={text.url} required error={errors["url"]}>
            <Input type="url" maxLength={tariffLimits.maxUrl} {...register("url")} />
          </Field>
          <Field label={text.checkedOn} required error={errors["checkedOn"]}>
            <Input type="date" {...register("checkedOn")} />
          </Field>
        </div>
      </Section>
      <section aria-labelledby="tariff-lines" className="flex min-w-0 flex-col gap-4">
        <div>
          <h3 id="tariff-lines" className="text-lg">
            {text.lines}
          </h3>
          <p className="max-w-prose text-sm text-ink-soft">{text.linesHint}</p>
        </div>
        {lines.fields.map(({ id }, index) => (
          <TariffLineFields
            key={id}
            control={control}
            register={register}
            index={index}
            errors={errors}
            onRemove={() => {
              lines.remove(index);
              onDirty(true);
            }}
          />
        ))}
        <div className="flex flex-wrap items-end gap-3">
          <Field label={text.newLine}>
            <Select
              value={added}
              onChange={(event) => setAdded(costKeys.find((key) => key === event.target.value) ?? "excise")}
            >
              <Options values={costKeys} labelOf={(key) => costLabels[key]} />
            </Select>
          </Field>
          <Button
            variant="secondary"
            onClick={() => {
              addLine();
              onDirty(true);
            }}
          >
            {text.addLine}
          </Button>
        </div>
      </section>
      <SaveBar>
        {conflict}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            loading={formState.isSubmitting}
            disabled={conflict !== null || (!isDirty && failed === undefined)}
          >
            {text.save}
          </Button>
          <FormError>{failed}</FormError>
        </div>
      </SaveBar>
    </form>
  );
}
