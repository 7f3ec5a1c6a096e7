import { clsx } from "clsx";
import type { ReactNode } from "react";

/** An error of a whole form or list; renders nothing without one. */
export function FormError({ className, children }: { className?: string; children: ReactNode }) {
  if (children === undefined || children === null || children === "") return null;
  return (
    <p role="alert" className={clsx("rounded-md bg-red-soft px-4 py-3 font-medium text-red", className)}>
      {children}
    </p>
  );
}
