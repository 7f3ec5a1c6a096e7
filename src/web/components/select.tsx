import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field-context.ts";
import { Chevron } from "./icons.tsx";

export function Options<Value extends string | number>({
  values,
  labelOf,
}: {
  values: readonly Value[];
  labelOf?: (value: Value) => string;
}) {
  return values.map((value) => (
    <option key={value} value={value}>
      {labelOf?.(value) ?? value}
    </option>
  ));
}

/** The native select: the best on phones. Children are `<option>`s. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={clsx("relative block", className)}>
      <select {...useFieldProps()} {...rest} className="control">
        {children}
      </select>
      <Chevron className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink-soft" />
    </span>
  );
}
