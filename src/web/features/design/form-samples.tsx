import { useState } from "react";
import { Checkbox, Radio, Switch } from "#web/components/checkbox.tsx";
import { Combobox } from "#web/components/combobox.tsx";
import { Field, FieldGroup } from "#web/components/field.tsx";
import { Input, PasswordInput, Textarea } from "#web/components/input.tsx";
import { NumberInput } from "#web/components/number-input.tsx";
import { type Range, RangePair } from "#web/components/range-pair.tsx";
import { Select } from "#web/components/select.tsx";
import { Slider } from "#web/components/slider.tsx";
import { Section } from "./section.tsx";

const brands = ["Alfa Romeo", "Audi", "BMW", "Citroën", "Mercedes-Benz", "Škoda", "Volkswagen"].map(
  (label, row) => ({
    value: label,
    label,
    aside: String(37 * (row + 1)),
  }),
);

export function FormSamples() {
  const [brand, setBrand] = useState("BMW");
  const [price, setPrice] = useState<number | null>(12_500);
  const [range, setRange] = useState<Range>({ min: 2015, max: null });
  const [days, setDays] = useState(7);
  return (
    <Section title="Fushat">
      <div className="grid items-start gap-x-6 gap-y-5 md:grid-cols-2 lg:grid-cols-3">
        <Field label="Emri" hint="Ashtu si e shohin blerësit">
          <Input defaultValue="Arta" />
        </Field>
        <Field label="Email" error="Email-i është i detyrueshëm!" required>
          <Input type="email" placeholder="emri@shembull.com" />
        </Field>
        <Field label="Telefoni" optional>
          <Input type="tel" disabled defaultValue="+383 44 123 456" />
        </Field>
        <Field label="Fjalëkalimi">
          <PasswordInput defaultValue="sekreti" autoComplete="off" />
        </Field>
        <Field label="Çmimi" error={Number.isNaN(price) ? "Shkruani një numër" : undefined}>
          <NumberInput value={price} onChange={setPrice} unit="€" />
        </Field>
        <Field label="Karburanti">
          <Select defaultValue="Diesel">
            <option>Benzinë</option>
            <option>Diesel</option>
          </Select>
        </Field>
        <Field label="Marka">
          <Combobox options={brands} value={brand} onChange={setBrand} placeholder="Zgjidhni markën" />
        </Field>
        <Field label="Modeli" hint="Zgjidhni së pari markën">
          <Combobox
            options={[]}
            value=""
            onChange={() => undefined}
            placeholder="Zgjidhni modelin"
            disabled
          />
        </Field>
        <RangePair label="Viti" value={range} onChange={setRange} grouping={false} />
        <Field label="Përshkrimi" className="md:col-span-2">
          <Textarea placeholder="Çka duhet të dijë blerësi?" />
        </Field>
        <FieldGroup label="Transmisioni" error="Transmisioni është i detyrueshëm">
          <Radio name="transmission" label="Manual" defaultChecked />
          <Radio name="transmission" label="Automatik" />
        </FieldGroup>
        <FieldGroup label="Tipi">
          <Checkbox label="SUV" aside="128" defaultChecked />
          <Checkbox label="Sedan" aside="342" hint="Katër dyer" />
          <Checkbox label="Pickup" aside="0" disabled />
        </FieldGroup>
        <div>
          <Switch label="Promovim në rrjete sociale" hint="Brenda 24 orëve" defaultChecked />
          <Switch label="Vetëm të doganuara" />
          <Switch label="E mbyllur" disabled />
        </div>
        <Slider
          label="Ditët e sponsorizimit"
          min={0}
          max={30}
          value={days}
          onChange={setDays}
          text={`${days} ditë`}
          marks={[0, 5, 10, 15, 20, 25, 30]}
        />
      </div>
    </Section>
  );
}
