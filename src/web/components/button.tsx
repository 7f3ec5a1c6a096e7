import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "danger-quiet";
export type ButtonSize = "md" | "lg";

/** Classes of a button's look (controls.css). */
export function buttonClass(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "md",
  className?: string,
): string {
  return clsx("button one-line", `button-${variant}`, `button-${size}`, className);
}

/** Enter in a field clicks the form's submit button: this also stops an implicit submission. */
const ignore = (event: MouseEvent) => event.preventDefault();

type Look = { variant?: ButtonVariant; size?: ButtonSize };

/** `loading` preserves width and focus, ignores presses and sets `aria-busy`. */
export function Button({
  variant,
  size,
  loading = false,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ComponentProps<"button"> & Look & { loading?: boolean }) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- its type allows only the three
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? ignore : onClick}
      className={buttonClass(variant, size, className)}
    >
      {loading ? (
        <>
          <Spinner className="absolute size-5" />
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass(variant, size, className)} />;
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  children,
  type = "button",
  ...rest
}: ComponentProps<"button"> & { label: string; children: ReactNode }) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- its type allows only the three
      type={type}
      aria-label={label}
      title={label}
      className={clsx(
        "inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink transition-colors hover:bg-surface disabled:cursor-not-allowed disabled:text-ink-faint",
        className,
      )}
    >
      {children}
    </button>
  );
}
