import { Controller } from "react-hook-form";
import { type AdminCar, updateAdminCarBody } from "#contract/admin-lists.ts";
import { carTypes, fuels } from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/cars/car-brands.ts";
import { carTypeLabels } from "#domain/messages/car-types.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { locations } from "#domain/places/locations.ts";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Combobox } from "#web/components/combobox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { NumberInput } from "#web/components/number-input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { api } from "#web/lib/auth.ts";
import { ReasonField } from "#web/features/admin/parts/reason-field.tsx";
import { RecordDialog, useRecordForm } from "#web/features/admin/parts/record-form.tsx";

const text = adminPageMessages.cars.edit;

function valuesOf(car: AdminCar, reason: string) {
  const { brand, model, year, price, mileage, location, fuel, type, sold } = car;
  return { brand, model, year, price, mileage, location, fuel, type, sold, reason };
}

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const brandOptions = options(carBrands);
const placeOptions = options(locations);

/** 'Editoni Veturën' (specification.md#validation): whole numbers for year, price and mileage. */
export function EditCar({ car, onClose }: { car: AdminCar; onClose: () => void }) {
  const params = { id: car._id };
  const editing = useRecordForm({
    first: car,
    schema: updateAdminCarBody,
    valuesOf,
    load: () => api("GET /api/admin/cars/{id}", { params }),
    save: ({ sold, ...values }, callOptions, dirty) => {
      const body = dirty.sold ? { ...values, sold } : values;
      return api("PUT /api/admin/cars/{id}", { params, body }, callOptions);
    },
    saved: text.saved,
    failed: text.failed,
    toastsInvalid: true,
    onClose,
  });
  const { register, control, errors } = editing;

  const number = (name: "year" | "price" | "mileage", label: string, unit?: string) => (
    <Field label={label} required error={errors[name]?.message}>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <NumberInput
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            grouping={name !== "year"}
            {...(unit === undefined ? {} : { unit })}
          />
        )}
      />
    </Field>
  );
  const choice = (name: "brand" | "location", label: string, from: typeof brandOptions) => (
    <Field label={label} required error={errors[name]?.message}>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, onBlur } }) => (
          <Combobox options={from} value={value} onChange={onChange} onBlur={onBlur} />
        )}
      />
    </Field>
  );

  return (
    <RecordDialog editing={editing} title={text.title}>
      <div className="grid gap-5 sm:grid-cols-2">
        {choice("brand", text.brand, brandOptions)}
        <Field label={text.model} required error={errors.model?.message}>
          <Input {...register("model")} autoComplete="off" />
        </Field>
        {number("year", text.year)}
        {number("price", text.price)}
        {number("mileage", text.mileage, "km")}
        {choice("location", text.location, placeOptions)}
        <Field label={text.fuel} required error={errors.fuel?.message}>
          <Select {...register("fuel")}>
            <Options values={fuels} />
          </Select>
        </Field>
        <Field label={text.type} required error={errors.type?.message}>
          <Select {...register("type")}>
            <Options values={carTypes} labelOf={(type) => carTypeLabels[type]} />
          </Select>
        </Field>
      </div>
      <Checkbox {...register("sold")} label={text.sold} disabled={editing.record.deleted} />
      <ReasonField {...register("reason")} error={errors.reason?.message} />
    </RecordDialog>
  );
}
