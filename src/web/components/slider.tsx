import { clsx } from "clsx";
import { type ComponentProps, useId } from "react";

export type SliderProps = Omit<ComponentProps<"input">, "type" | "onChange" | "value" | "min" | "max"> & {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
  /** Numbers below the track. */
  marks?: readonly number[];
  /** The value as text: "7 ditë". */
  text: string;
};

/** The native slider, with its keyboard, touch and screen reader support. */
export function Slider({ label, min, max, value, onChange, marks, text, className, ...rest }: SliderProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="font-semibold tabular-nums">
          {text}
        </output>
      </div>
      <input
        {...rest}
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="slider"
      />
      {marks && (
        <div aria-hidden="true" className="flex justify-between px-0.5 text-xs text-ink-faint tabular-nums">
          {marks.map((mark) => (
            <span key={mark} className={clsx("w-6 text-center", mark === value && "font-semibold text-ink")}>
              {mark}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
