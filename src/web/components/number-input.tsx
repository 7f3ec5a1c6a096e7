import { clsx } from "clsx";
import { type ComponentProps, useState } from "react";
import { formatNumber, parseTypedNumber } from "#domain/format/format.ts";
import { useFieldProps } from "./field-context.ts";

export type NumberInputProps = Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "type" | "defaultValue"
> & {
  /** null: an empty field. NaN: text that is not a whole number. */
  value: number | null;
  onChange: (value: number | null, typed: string) => void;
  /** The text to show for NaN, if the caller stores it; otherwise the field does. */
  text?: string;
  /** "€" or "km", after the number. */
  unit?: string;
  /** false for a year: 2019, not 2.019. */
  grouping?: boolean;
};

/** A whole number as people write it: `12500`, `12.500`, `12 500`. Formatted on blur, not while typing. */
export function NumberInput({
  value,
  onChange,
  text,
  unit,
  grouping = true,
  className,
  onBlur,
  ...rest
}: NumberInputProps) {
  const show = (number: number | null) =>
    number === null
      ? ""
      : Number.isNaN(number)
        ? (text ?? "")
        : grouping
          ? formatNumber(number)
          : String(number);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className={clsx("relative block", className)}>
      <input
        inputMode="numeric"
        autoComplete="off"
        {...useFieldProps()}
        {...rest}
        type="text"
        value={typed ?? show(value)}
        onChange={(event) => {
          const entry = event.target.value;
          setTyped(entry);
          onChange(numberFromTyped(entry), entry);
        }}
        onBlur={(event) => {
          // Invalid text stays visible to be corrected.
          if (typed !== null && (text !== undefined || !Number.isNaN(numberFromTyped(typed)))) setTyped(null);
          onBlur?.(event);
        }}
        className={clsx("control tabular-nums", unit && "pe-12")}
      />
      {unit && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-ink-faint"
        >
          {unit}
        </span>
      )}
    </span>
  );
}

/** null for an empty field, NaN for text that is not a whole number. */
export function numberFromTyped(text: string): number | null {
  if (text.trim() === "") return null;
  return parseTypedNumber(text) ?? Number.NaN;
}
