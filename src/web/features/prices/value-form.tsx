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
  const list = (name: string, options: ReactNode) => (
    <Select name={name} defaultValue={values[name] ?? ""}>
      <option value="">{text.choose}</option>
      {options}
    </Select>
  );
  const number = (name: string) => (
    <Input name={name} inputMode="numeric" autoComplete="off" defaultValue={values[name] ?? ""} />
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
      <Field label={text.year} required error={errors["year"]}>
        {number("year")}
      </Field>
      <Field label={text.mileage} required error={errors["mileage"]}>
        {number("mileage")}
      </Field>
      <Field label={text.fuel} required error={errors["fuel"]}>
        {list("fuel", <Options values={fuels} />)}
      </Field>
      <details
        className="sm:col-span-2"
        open={moreNames.some((name) => (values[name] ?? "") !== "" || errors[name] !== undefined)}
      >
        <summary className="flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
          {text.more}
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <Field label={text.transmission} error={errors["transmission"]}>
            {list("transmission", <Options values={transmissions} />)}
          </Field>
          <Field label={text.type} error={errors["type"]}>
            {list("type", <Options values={carTypes} labelOf={carTypeLabel} />)}
          </Field>
          <Field label={text.power} error={errors["power"]}>
            {number("power")}
          </Field>
          <Field label={text.engineSize} error={errors["engineSize"]}>
            {number("engineSize")}
          </Field>
          <Field label={text.condition} error={errors["condition"]}>
            {list("condition", <Options values={conditions} />)}
          </Field>
          <Field label={text.customs} error={errors["customsPaid"]}>
            {list(
              "customsPaid",
              <Options
                values={["true", "false"]}
                labelOf={(paid) => (paid === "true" ? text.customsPaid : text.customsNotPaid)}
              />,
            )}
          </Field>
        </div>
      </details>
      <Button type="submit" size="lg" className="sm:col-span-2">
        {text.submit}
      </Button>
    </form>
  );
}
