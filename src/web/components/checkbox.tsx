import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  /** At the end of the row, for example a count. */
  aside?: ReactNode;
  hint?: ReactNode;
};

function Row({
  control,
  label,
  aside,
  hint,
  className,
}: { control: ReactNode } & Pick<Props, "label" | "aside" | "hint" | "className">) {
  return (
    <label
      className={clsx(
        "flex min-h-11 cursor-pointer items-center gap-3 py-1.5 text-base has-disabled:cursor-not-allowed has-disabled:text-ink-faint",
        className,
      )}
    >
      {control}
      <span className="min-w-0 grow wrap-anywhere">
        {label}
        {hint && <span className="block text-sm text-ink-faint">{hint}</span>}
      </span>
      {aside !== undefined && <span className="shrink-0 text-sm text-ink-faint tabular-nums">{aside}</span>}
    </label>
  );
}

export function Checkbox({ label, aside, hint, className, ...rest }: Props) {
  return (
    <Row
      control={<input {...rest} type="checkbox" className="tick" />}
      {...{ label, aside, hint, className }}
    />
  );
}

export function Radio({ label, aside, hint, className, ...rest }: Props) {
  return (
    <Row control={<input {...rest} type="radio" className="tick" />} {...{ label, aside, hint, className }} />
  );
}

/** A setting that takes effect at once, without a submit button. */
export function Switch({ label, aside, hint, className, ...rest }: Props) {
  return (
    <Row
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its checked state
      control={<input {...rest} type="checkbox" role="switch" className="switch" />}
      {...{ label, aside, hint, className }}
    />
  );
}
