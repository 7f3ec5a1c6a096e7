import { uiMessages } from "#domain/messages/ui.ts";
import { FieldGroup } from "./field.tsx";
import { NumberInput } from "./number-input.tsx";

export type Range = { min: number | null; max: number | null };

/** A pair of bounds, "Nga – Deri në". Either may be empty; NaN is text that is no number. */
export function RangePair({
  label,
  value,
  onChange,
  unit,
  grouping = true,
  placeholders,
  hideLabel = false,
  error,
}: {
  label: string;
  value: Range;
  onChange: (value: Range) => void;
  unit?: string;
  grouping?: boolean;
  /** The bounds that the results have, as a hint. */
  placeholders?: { min: string; max: string };
  hideLabel?: boolean;
  error?: string | undefined;
}) {
  const common = { grouping, ...(unit === undefined ? {} : { unit }) };
  return (
    <FieldGroup label={label} hideLabel={hideLabel} error={error}>
      <div className="grid grid-cols-2 gap-2">
        <NumberInput
          {...common}
          aria-label={uiMessages.fromOf(label)}
          placeholder={placeholders?.min ?? uiMessages.from}
          value={value.min}
          onChange={(min) => onChange({ ...value, min })}
        />
        <NumberInput
          {...common}
          aria-label={uiMessages.toOf(label)}
          placeholder={placeholders?.max ?? uiMessages.to}
          value={value.max}
          onChange={(max) => onChange({ ...value, max })}
        />
      </div>
    </FieldGroup>
  );
}
