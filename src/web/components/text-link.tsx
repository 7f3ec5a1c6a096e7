import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={clsx(
        "font-medium text-blue-text underline decoration-1 underline-offset-4 hover:decoration-2",
        className,
      )}
    />
  );
}

/** A text link as tall as a finger needs, for a link beside other controls. */
export function TallLink({ className, ...rest }: LinkProps) {
  return <TextLink {...rest} className={clsx("inline-flex min-h-11 items-center", className)} />;
}

/** A tall link out of the site; opens a tab. */
export function OutLink({ className, children, ...rest }: ComponentProps<"a">) {
  const look = "inline-flex min-h-11 items-center font-medium text-blue-text underline underline-offset-4";
  return (
    <a target="_blank" rel="noopener noreferrer" {...rest} className={clsx(look, className)}>
      {children}
    </a>
  );
}
