import { type Control, Controller, type UseFormRegister } from "react-hook-form";
import type { FlagFact, NumberFact, TextFact } from "#domain/cars/car-fields.ts";
import { factText } from "#domain/messages/car-fields.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { NumberInput } from "#web/components/number-input.tsx";
import type { CarField, CarFormErrors, CarFormValues } from "./car-form-values.ts";

/** The props of every section of the form. */
export interface SectionProps {
  control: Control<CarFormValues>;
  register: UseFormRegister<CarFormValues>;
  errors: CarFormErrors;
  /** The form was submitted once: changes are now validated at once. */
  isSubmitted: boolean;
}

/** Marks the place of a field, so that the first invalid one can be scrolled to and focused. */
export function FieldPlace({ name, children }: { name: CarField; children: React.ReactNode }) {
  return (
    <div data-field={name} className="scroll-mt-24">
      {children}
    </div>
  );
}

export function Section({
  title,
  optional = false,
  children,
}: {
  title: string;
  optional?: boolean;
  children: React.ReactNode;
}) {
  return (
    <section className="border-t border-line py-8 first:border-t-0 first:pt-0">
      <h2 className="text-xl">
        {title}
        {optional && <span className="text-base font-normal text-ink-faint"> ({uiMessages.optional})</span>}
      </h2>
      <div className="mt-5 grid grid-cols-1 gap-5 sm:grid-cols-2">{children}</div>
    </section>
  );
}

export function SelectField({
  name,
  label,
  values,
  placeholder,
  required = false,
  register,
  errors,
  children,
}: SectionProps & {
  name: TextFact;
  label: string;
  values: readonly string[];
  placeholder?: string;
  required?: boolean;
  /** Below the field. */
  children?: React.ReactNode;
}) {
  return (
    <FieldPlace name={name}>
      <Field label={label} required={required} optional={!required} error={errors[name]}>
        <Select {...register(name)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          <Options values={values} labelOf={(value) => factText(name, value) ?? value} />
        </Select>
      </Field>
      {children}
    </FieldPlace>
  );
}

export function NumberField({
  name,
  label,
  unit,
  required = false,
  grouping = true,
  control,
  errors,
  children,
}: SectionProps & {
  name: NumberFact;
  label: string;
  unit?: string;
  required?: boolean;
  grouping?: boolean;
  /** Below the field. */
  children?: React.ReactNode;
}) {
  return (
    <FieldPlace name={name}>
      <Field label={label} required={required} optional={!required} error={errors[name]}>
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <NumberInput
              name={field.name}
              value={typeof field.value === "string" ? Number.NaN : field.value}
              text={typeof field.value === "string" ? field.value : ""}
              onChange={(number, typed) => field.onChange(Number.isNaN(number) ? typed : number)}
              onBlur={field.onBlur}
              grouping={grouping}
              {...(unit === undefined ? {} : { unit })}
            />
          )}
        />
      </Field>
      {children}
    </FieldPlace>
  );
}

export function MonthField({
  name,
  label,
  min,
  max,
  register,
  errors,
}: SectionProps & { name: TextFact; label: string; min: string; max: string | undefined }) {
  return (
    <FieldPlace name={name}>
      <Field label={label} optional error={errors[name]}>
        <Input {...register(name)} type="month" min={min} max={max} />
      </Field>
    </FieldPlace>
  );
}

export function ChoiceField({
  name,
  label,
  yes,
  no,
  register,
  errors,
}: SectionProps & { name: FlagFact; label: string; yes: string | undefined; no: string | undefined }) {
  return (
    <FieldPlace name={name}>
      <Field label={label} optional error={errors[name]}>
        <Select {...register(name)}>
          <option value="">{text.unspecified}</option>
          <option value="true">{yes}</option>
          <option value="false">{no}</option>
        </Select>
      </Field>
    </FieldPlace>
  );
}
