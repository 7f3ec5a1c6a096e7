import { useState } from "react";
import { Controller } from "react-hook-form";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { Field } from "#web/components/field.tsx";
import { NumberInput } from "#web/components/number-input.tsx";
import { FieldPlace, type SectionProps } from "./car-form-fields.tsx";

/** 1 PS in kW. */
const kwOfPs = 0.735_498_75;

function shown(kilowatts: number | null, inPs: boolean): number | null {
  return kilowatts === null || !inPs ? kilowatts : Math.round(kilowatts / kwOfPs);
}

/** The engine's power, stored in kW; can be typed in kW or PS. */
export function PowerField({ control, errors }: SectionProps) {
  const [inPs, setInPs] = useState(false);
  return (
    <FieldPlace name="power">
      <span className="flex items-end gap-2">
        <Field label={text.power} optional error={errors.power} className="min-w-0 grow">
          <Controller
            control={control}
            name="power"
            render={({ field }) => (
              <NumberInput
                name={field.name}
                value={typeof field.value === "string" ? Number.NaN : shown(field.value, inPs)}
                text={typeof field.value === "string" ? field.value : ""}
                onChange={(number, typed) => {
                  if (Number.isNaN(number)) field.onChange(typed);
                  else field.onChange(number === null || !inPs ? number : Math.round(number * kwOfPs));
                }}
                onBlur={field.onBlur}
                unit={inPs ? text.powerPs : text.powerUnit}
              />
            )}
          />
        </Field>
        <button
          type="button"
          onClick={() => setInPs(!inPs)}
          className="min-h-11 shrink-0 rounded-md border border-line px-3 text-sm font-medium text-blue-text hover:bg-surface"
        >
          {inPs ? text.powerInKw : text.powerInPs}
        </button>
      </span>
    </FieldPlace>
  );
}
