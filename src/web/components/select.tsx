import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field-context.ts";

/** The platform's own select: on a phone nothing is better. Children are `<option>`s. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={clsx("relative block", className)}>
      <select {...useFieldProps()} {...rest} className="control">
        {children}
      </select>
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink-soft"
      >
        <path d="m3.5 6 4.5 4.5L12.5 6" />
      </svg>
    </span>
  );
}
