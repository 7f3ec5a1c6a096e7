import { type ReactNode, useEffect, useState } from "react";
import { carTypes, conditions, fuels, transmissions } from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/cars/car-brands.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { valuePageMessages } from "#domain/messages/value-page.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { api } from "#web/lib/auth.ts";

const text = valuePageMessages;
const moreNames = ["transmission", "type", "power", "engineSize", "condition", "customsPaid"] as const;

type Named = "year" | "mileage" | "fuel" | "transmission" | "type" | "power" | "engineSize" | "condition";

/** A GET form: it works without scripts, and its result can be shared as a link. */
export function ValueForm({
  values,
  errors,
}: {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}) {
  const [brand, setBrand] = useState(values["brand"] ?? "");
  const [models, setModels] = useState<readonly string[]>([]);
  useEffect(() => {
    if (brand === "") return;
    const ended = new AbortController();
    api("GET /api/car-models/models", { query: { brand } }, { signal: ended.signal }).then(
      setModels,
      // The model can still be typed.
      () => undefined,
    );
    return () => ended.abort();
  }, [brand]);
  const list = (name: Named, options: ReactNode, required = false) => (
    <Field label={text[name]} required={required} error={errors[name]}>
      <Select name={name} defaultValue={values[name] ?? ""}>
        <option value="">{text.choose}</option>
        {options}
      </Select>
    </Field>
  );
  const number = (name: Named, required = false) => (
    <Field label={text[name]} required={required} error={errors[name]}>
      <Input name={name} inputMode="numeric" autoComplete="off" defaultValue={values[name] ?? ""} />
    </Field>
  );
  return (
    <form action="/vlera" method="get" className="grid gap-4 sm:grid-cols-2">
      <Field label={text.brand} required error={errors["brand"]}>
        <Select name="brand" value={brand} onChange={(event) => setBrand(event.target.value)}>
          <option value="">{text.choose}</option>
          <Options values={carBrands} />
        </Select>
      </Field>
      <Field label={text.model} required error={errors["model"]}>
        <Input
          name="model"
          list="value-models"
          autoComplete="off"
          maxLength={60}
          defaultValue={values["model"] ?? ""}
        />
      </Field>
      <datalist id="value-models">
        <Options values={models} />
      </datalist>
      {number("year", true)}
      {number("mileage", true)}
      {list("fuel", <Options values={fuels} />, true)}
      <details
        className="sm:col-span-2"
        open={moreNames.some((name) => (values[name] ?? "") !== "" || errors[name] !== undefined)}
      >
        <summary className="flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
          {text.more}
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          {list("transmission", <Options values={transmissions} />)}
          {list("type", <Options values={carTypes} labelOf={carTypeLabel} />)}
          {number("power")}
          {number("engineSize")}
          {list("condition", <Options values={conditions} />)}
          <Field label={text.customs} error={errors["customsPaid"]}>
            <Select name="customsPaid" defaultValue={values["customsPaid"] ?? ""}>
              <option value="">{text.choose}</option>
              <option value="true">{text.customsPaid}</option>
              <option value="false">{text.customsNotPaid}</option>
            </Select>
          </Field>
        </div>
      </details>
      <Button type="submit" size="lg" className="sm:col-span-2">
        {text.submit}
      </Button>
    </form>
  );
}
