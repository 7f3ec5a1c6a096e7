import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** A table that scrolls sideways on its own where it is too wide; `label` says what it lists. */
export function Table({ label, className, ...rest }: ComponentProps<"table"> & { label: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table {...rest} className={clsx("w-full border-collapse text-left text-sm", className)} />
    </section>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx("bg-surface px-4 py-3 font-semibold whitespace-nowrap text-ink-soft", className)}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={clsx("border-t border-line px-4 py-3 align-middle", className)} />;
}
