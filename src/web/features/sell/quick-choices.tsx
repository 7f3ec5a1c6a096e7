import { clsx } from "clsx";

/** A button that is chosen or not (`aria-pressed`). */
export function chipClass(isChosen: boolean): string {
  return clsx(
    "min-h-11 shrink-0 rounded-full border px-4 text-sm font-medium tabular-nums transition-colors",
    isChosen
      ? "border-blue bg-blue-soft text-blue-text"
      : "border-line bg-surface text-ink hover:border-line-strong",
  );
}

/** The likely values of a field, a tap each, beside the field that has them all. */
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
