import { fuels } from "#domain/cars/car-lists.ts";
import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";

/** A GET form: it works without scripts, and its result can be shared as a link. */
export function CostsForm({
  values,
  errors,
}: {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}) {
  const number = (name: string) => (
    <Input name={name} inputMode="numeric" autoComplete="off" defaultValue={values[name] ?? ""} />
  );
  return (
    <form action="/dogana" method="get" className="grid gap-4 sm:grid-cols-2">
      <Field label={text.price} required error={errors["price"]} className="sm:col-span-2">
        {number("price")}
      </Field>
      <Field label={text.year} required error={errors["year"]}>
        {number("year")}
      </Field>
      <Field label={text.fuel} required error={errors["fuel"]}>
        <Select name="fuel" defaultValue={values["fuel"] ?? ""}>
          <option value="">{text.choose}</option>
          <Options values={fuels} />
        </Select>
      </Field>
      <Field label={text.engineCc} hint={text.engineHint} error={errors["engineCc"]}>
        {number("engineCc")}
      </Field>
      <Field label={text.euOrigin} hint={text.euOriginHint} error={errors["euOrigin"]}>
        <Select name="euOrigin" defaultValue={values["euOrigin"] ?? "false"}>
          <option value="false">{text.euOriginNo}</option>
          <option value="true">{text.euOriginYes}</option>
        </Select>
      </Field>
      <Button type="submit" size="lg" className="sm:col-span-2">
        {text.submit}
      </Button>
    </form>
  );
}
