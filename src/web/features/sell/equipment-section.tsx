import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import { type Equipment, equipmentGroupNames, equipmentGroups } from "#domain/cars/equipment.ts";
import { equipmentLabels, equipmentMessages as text } from "#domain/messages/equipment.ts";
import { fold } from "#domain/text/fold.ts";
import { FieldPlace } from "./car-form-fields.tsx";
import type { CarFormValues } from "./car-form-values.ts";
import { MoreIcon } from "./icons.tsx";
import { chipClass } from "#web/components/chip.tsx";

/** Equipment with a word in its name that begins with the typed text. */
function named(all: readonly Equipment[], typed: string): readonly Equipment[] {
  const begun = ` ${fold(typed.trim())}`;
  return all.filter((one) => ` ${fold(equipmentLabels[one])}`.includes(begun));
}

/** The car's equipment as toggles; collapsed, and rendered only once it is opened. */
export function EquipmentSection({
  control,
  error,
}: {
  control: Control<CarFormValues>;
  error: string | undefined;
}) {
  const { field } = useController({ control, name: "equipment" });
  const [open, setOpen] = useState(field.value.length > 0);
  const count = field.value.length;
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line py-6"
    >
      <summary className="flex min-h-11 list-none items-center gap-4 rounded-md [&::-webkit-details-marker]:hidden">
        <span className="grow">
          <span className="block text-xl font-semibold tracking-tight">{text.heading}</span>
          <span className="block text-ink-soft">{count === 0 ? text.hint : text.chosen(count)}</span>
        </span>
        <MoreIcon />
      </summary>
      <FieldPlace name="equipment">
        {error !== undefined && (
          <p role="alert" className="mt-3 text-red">
            {error}
          </p>
        )}
        {open && <EquipmentChoices chosen={field.value} onChange={field.onChange} />}
      </FieldPlace>
    </details>
  );
}

function EquipmentChoices({
  chosen,
  onChange,
}: {
  chosen: readonly Equipment[];
  onChange: (chosen: Equipment[]) => void;
}) {
  const [typed, setTyped] = useState("");
  const groups = equipmentGroupNames
    .map((group) => ({ group, shown: named(equipmentGroups[group], typed) }))
    .filter(({ shown }) => shown.length > 0);
  const toggle = (one: Equipment) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  return (
    <>
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter in the search must not submit the form.
          if (event.key === "Enter") event.preventDefault();
        }}
        className="control mt-5"
      />
      {groups.map(({ group, shown }) => (
        <fieldset key={group} className="mt-5 min-w-0">
          <legend className="mb-2 font-semibold">{text.groups[group]}</legend>
          <div className="flex flex-wrap gap-2">
            {shown.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={chosen.includes(one)}
                onClick={() => toggle(one)}
                className={chipClass(chosen.includes(one))}
              >
                {equipmentLabels[one]}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
      <p role="status" className="mt-4 text-ink-soft empty:hidden">
        {groups.length === 0 ? text.noneNamed : ""}
      </p>
    </>
  );
}
