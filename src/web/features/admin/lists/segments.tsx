import { clsx } from "clsx";

/** Switches between a few views of a list. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="inline-flex w-full max-w-md flex-wrap rounded-md bg-surface p-1 sm:w-auto">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={clsx(
            "min-h-11 grow rounded-sm px-2 font-medium max-sm:text-sm sm:px-4 transition-colors",
            option.value === value ? "bg-paper text-ink shadow-card" : "text-ink-soft hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
