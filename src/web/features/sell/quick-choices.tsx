import { chipClass } from "#web/components/chip.tsx";

/** The most likely values of a field as buttons, beside the field with all of them. */
export function QuickChoices<Value extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: readonly { value: Value; label: string }[];
  chosen: unknown;
  onChoose: (value: Value) => void;
}) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="-mx-4 mt-2 min-w-0 overflow-x-auto px-4 pb-1 sm:mx-0 sm:px-0">
      <legend className="sr-only">{label}</legend>
      <span className="flex gap-2 sm:flex-wrap">
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={choice.value === chosen}
            onClick={() => onChoose(choice.value)}
            className={chipClass(choice.value === chosen)}
          >
            {choice.label}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
