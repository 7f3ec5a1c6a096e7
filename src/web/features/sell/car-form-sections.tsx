import { type ReactNode, useState } from "react";
import { Controller, type UseFormSetValue } from "react-hook-form";
import { carLimits } from "#domain/cars/car-limits.ts";
import {
  type CarFieldName,
  carFieldTable,
  factsIn,
  isFlagFact,
  isNumberFact,
  isTextFact,
} from "#domain/cars/car-fields.ts";
import { isMaskedVin } from "#domain/cars/vin.ts";
import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { likelyFuels, typesOf } from "#domain/catalogue/model-facts.ts";
import { popularFirst } from "#domain/catalogue/popular.ts";
import { carFieldTexts } from "#domain/messages/car-fields.ts";
import { vinMessages as vinText } from "#domain/messages/vin.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { valueLabel } from "#domain/search/search-fields.ts";
import { largestTowns, locations } from "#domain/places/locations.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Combobox } from "#web/components/combobox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input, Textarea } from "#web/components/input.tsx";
import {
  ChoiceField,
  FieldPlace,
  MonthField,
  NumberField,
  Section,
  type SectionProps,
  SelectField,
} from "./car-form-fields.tsx";
import { MoreIcon } from "./icons.tsx";
import type { CarFormValues } from "./car-form-values.ts";
import { asideOf, offerKey, useModelPicker } from "./use-model-picker.ts";
import { PowerField } from "./power-field.tsx";
import { QuickChoices } from "./quick-choices.tsx";
import type { Choices } from "./catalogue-choices.ts";

function optionsOf(values: readonly string[]) {
  return values.map((value) => ({ value, label: value }));
}

const locationOptions = optionsOf(locations);
/** As many as fit in two rows beside the form's other fields. */
const townChoices = optionsOf(largestTowns.slice(0, 6));

export interface CatalogueProps {
  brands: Choices | undefined;
  brandsLoading: boolean;
  models: Choices | undefined;
  modelsLoading: boolean;
  onReload: () => void;
}

/** Brand, model, year, type. */
export function CarSection({
  values,
  setValue,
  catalogue,
  ...form
}: SectionProps & {
  values: CarFormValues;
  setValue: UseFormSetValue<CarFormValues>;
  catalogue: CatalogueProps;
}) {
  const { brand, model } = values;
  const { control, errors } = form;
  const picker = useModelPicker(values, setValue, form.isSubmitted);
  const { ofAll, ofBrand } = picker;
  const changed = { shouldDirty: true, shouldValidate: form.isSubmitted };
  const { brands, models } = catalogue;
  const failed = brands?.fallback === true || models?.fallback === true;
  const modelIsNew = model !== "" && models !== undefined && !models.values.includes(model);
  const modelPlaceholder =
    brand === ""
      ? text.modelNeedsBrand
      : catalogue.modelsLoading
        ? text.modelsLoading
        : text.modelPlaceholder;
  return (
    <Section title={text.sectionCar}>
      {failed && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-md bg-red-soft px-4 py-3 sm:col-span-2"
        >
          <p className="grow font-medium text-red">
            {brands?.fallback === true ? text.brandsFailed : text.modelsFailed(brand)}
          </p>
          <Button variant="secondary" onClick={catalogue.onReload}>
            {text.reload}
          </Button>
        </div>
      )}
      <FieldPlace name="brand">
        <Field label={text.brand} required error={errors.brand}>
          <Controller
            control={control}
            name="brand"
            render={({ field }) => (
              <Combobox
                name={field.name}
                options={optionsOf(popularFirst(brands?.values ?? []))}
                value={field.value}
                onTyped={picker.setTypedBrand}
                found={{
                  rows: ofAll.offers.map((offer) => ({
                    value: offerKey(offer),
                    label: `${offer.brand} ${offer.model}`,
                    ...asideOf(offer),
                  })),
                  first: false,
                  pending: ofAll.pending,
                }}
                disabled={catalogue.brandsLoading}
                placeholder={catalogue.brandsLoading ? text.brandsLoading : text.brandPlaceholder}
                onBlur={field.onBlur}
                onChange={(chosen) => {
                  if (picker.chooseOffer(chosen)) return;
                  field.onChange(chosen);
                  if (chosen !== brand) setValue("model", "", { shouldDirty: true });
                }}
              />
            )}
          />
        </Field>
      </FieldPlace>
      <FieldPlace name="model">
        <Field label={text.model} required error={errors.model} hint={modelIsNew ? text.modelNew : undefined}>
          <Controller
            control={control}
            name="model"
            render={({ field }) => (
              <Combobox
                name={field.name}
                options={optionsOf(models?.values ?? [])}
                value={field.value}
                disabled={brand === "" || catalogue.modelsLoading}
                placeholder={modelPlaceholder}
                onBlur={field.onBlur}
                onTyped={picker.setTypedModel}
                found={{
                  rows: ofBrand.offers.map((offer) => ({
                    value: offer.model,
                    label: offer.model,
                    ...asideOf(offer),
                  })),
                  first: true,
                  pending: ofBrand.pending,
                }}
                onChange={picker.chooseModel}
                onOther={(typed) => field.onChange(typed.slice(0, carLimits.maxModel))}
                otherLabel={text.modelUseTyped}
              />
            )}
          />
        </Field>
      </FieldPlace>
      <NumberField {...form} name="year" label={text.year} required grouping={false}>
        <QuickChoices
          label={text.quickYears}
          choices={picker.years.map((year) => ({ value: year, label: String(year) }))}
          chosen={values.year}
          onChoose={(year) => setValue("year", year, changed)}
        />
      </NumberField>
      <SelectField
        {...form}
        name="type"
        label={text.type}
        values={carTypes}
        placeholder={text.typePlaceholder}
        required
      >
        <QuickChoices
          label={text.quickTypes}
          choices={typesOf(brand, model).map((value) => ({ value, label: valueLabel("type", value) }))}
          chosen={values.type}
          onChoose={(type) => setValue("type", type, changed)}
        />
      </SelectField>
    </Section>
  );
}

/** The name and phone shown to buyers. */
export function SellerSection(form: SectionProps) {
  const { register, errors } = form;
  return (
    <Section title={text.sectionSeller}>
      <FieldPlace name="sellerName">
        <Field label={text.sellerName} required error={errors.sellerName}>
          <Input {...register("sellerName")} autoComplete="name" />
        </Field>
      </FieldPlace>
      <FieldPlace name="sellerPhone">
        <Field label={text.sellerPhone} required hint={text.sellerPhoneHint} error={errors.sellerPhone}>
          <Input {...register("sellerPhone")} type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
      </FieldPlace>
    </Section>
  );
}

/** Price, mileage and the other facts of the specification's form. */
export function FactsSection({
  values,
  setValue,
  priceHint,
  ...form
}: SectionProps & {
  values: CarFormValues;
  setValue: UseFormSetValue<CarFormValues>;
  priceHint: ReactNode;
}) {
  const { control, errors } = form;
  return (
    <Section title={text.sectionPrice}>
      <NumberField {...form} name="price" label={text.price} unit={text.priceUnit} required />
      <NumberField {...form} name="mileage" label={text.mileage} unit={text.mileageUnit} required />
      <div className="empty:hidden sm:col-span-2">{priceHint}</div>
      <SelectField
        {...form}
        name="fuel"
        label={text.fuel}
        values={fuels}
        placeholder={text.fuelPlaceholder}
        required
      >
        <QuickChoices
          label={text.quickFuels}
          choices={(values.model === "" ? [] : likelyFuels(values.brand, values.model)).map((value) => ({
            value,
            label: valueLabel("fuel", value),
          }))}
          chosen={values.fuel}
          onChoose={(fuel) => setValue("fuel", fuel, { shouldDirty: true, shouldValidate: form.isSubmitted })}
        />
      </SelectField>
      <SelectField
        {...form}
        name="origin"
        label={text.origin}
        values={origins}
        placeholder={text.originPlaceholder}
      />
      <SelectField {...form} name="transmission" label={text.transmission} values={transmissions} required />
      <SelectField
        {...form}
        name="condition"
        label={text.condition}
        values={conditions}
        placeholder={text.conditionPlaceholder}
      />
      <FieldPlace name="location">
        <Field label={text.location} required error={errors.location}>
          <Controller
            control={control}
            name="location"
            render={({ field }) => (
              <Combobox
                name={field.name}
                options={locationOptions}
                value={field.value}
                placeholder={text.locationPlaceholder}
                onBlur={field.onBlur}
                onChange={field.onChange}
              />
            )}
          />
        </Field>
        <QuickChoices
          label={text.quickTowns}
          choices={townChoices}
          chosen={values.location}
          onChoose={(town) =>
            setValue("location", town, { shouldDirty: true, shouldValidate: form.isSubmitted })
          }
        />
      </FieldPlace>
      <FactField {...form} name="customsPaid" />
      <FactField {...form} name="registeredUntil" />
    </Section>
  );
}

export function DescriptionSection({ register, errors }: SectionProps) {
  return (
    <Section title={text.description} optional>
      <div data-field="description" className="scroll-mt-24 sm:col-span-2">
        <Field label={text.description} hideLabel hint={text.descriptionHint} error={errors.description}>
          <Textarea {...register("description")} rows={6} />
        </Field>
      </div>
    </Section>
  );
}

/** Optional facts with a control of their own. */
const ownControls: Partial<Record<CarFieldName, (form: SectionProps) => ReactNode>> = {
  power: (form) => <PowerField {...form} />,
  reference: ({ register, errors }) => (
    <FieldPlace name="reference">
      <Field
        label={carFieldTexts.reference.label}
        optional
        hint={text.referenceHint}
        error={errors.reference}
      >
        <Input {...register("reference")} autoComplete="off" autoCapitalize="off" spellCheck={false} />
      </Field>
    </FieldPlace>
  ),
};

/** The control of an optional fact, by its kind. */
function FactField({ name, ...form }: SectionProps & { name: CarFieldName }) {
  const own = ownControls[name];
  if (own !== undefined) return own(form);
  const { label, unit, yes, no } = carFieldTexts[name];
  const field = carFieldTable[name];
  if (isNumberFact(name))
    return <NumberField {...form} name={name} label={label} {...(unit === undefined ? {} : { unit })} />;
  if (isFlagFact(name)) return <ChoiceField {...form} name={name} label={label} yes={yes} no={no} />;
  if (!isTextFact(name)) return null;
  if (field.kind === "month")
    return <MonthField {...form} name={name} label={label} min={field.min} max={field.max} />;
  const values = field.kind === "choice" ? field.values : field.kind === "text" ? field.usual : undefined;
  return (
    <SelectField {...form} name={name} label={label} values={values ?? []} placeholder={text.unspecified} />
  );
}

/** The identification number, with its benefit, where to find it, and that it is not shown publicly. */
function VinField({ register, errors, isKept }: SectionProps & { isKept: boolean }) {
  return (
    <div data-field="vin" className="scroll-mt-24 sm:col-span-2">
      <Field
        label={
          <>
            {vinText.label} <Badge tone="green">{vinText.gain}</Badge>
          </>
        }
        optional
        hint={isKept ? `${vinText.keep} ${vinText.hint}` : vinText.hint}
        error={errors.vin}
      >
        <Input
          {...register("vin")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          className="uppercase tabular-nums"
        />
      </Field>
      <details className="mt-1 text-sm text-ink-soft">
        <summary className="flex min-h-11 w-fit items-center font-medium text-blue-text">
          {vinText.whereTitle}
        </summary>
        <ul className="list-disc ps-5">
          {vinText.where.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}

const moreFacts = factsIn("more");

/** Optional facts, collapsed until one has a value: most sellers skip them, and the form stays short. */
export function MoreSection({ values, ...form }: SectionProps & { values: CarFormValues }) {
  const hasFact = values.vin !== "" || moreFacts.some((name) => values[name] !== "" && values[name] !== null);
  const [hadFact, setHadFact] = useState(hasFact);
  const [isOpen, setOpen] = useState(hasFact);
  if (hadFact !== hasFact) {
    setHadFact(hasFact);
    // Never closed by what is typed: the field in use would disappear.
    if (hasFact) setOpen(true);
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-t border-line py-6"
    >
      <summary className="flex min-h-11 list-none items-center gap-4 rounded-md [&::-webkit-details-marker]:hidden">
        <span className="grow">
          <span className="block text-xl font-semibold tracking-tight">{text.sectionMore}</span>
          <span className="block text-ink-soft">{text.sectionMoreHint}</span>
        </span>
        <MoreIcon />
      </summary>
      <div className="mt-5 grid grid-cols-1 gap-5 sm:grid-cols-2">
        <VinField {...form} isKept={isMaskedVin(values.vin)} />
        {moreFacts.map((name) => (
          <FactField key={name} name={name} {...form} />
        ))}
      </div>
    </details>
  );
}
