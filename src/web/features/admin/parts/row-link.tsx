import { clsx } from "clsx";
import { Link, type LinkProps } from "react-router";

/** A link in a row of the administration, as tall as a finger needs. */
export function RowLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={clsx("inline-flex min-h-11 items-center text-blue-text hover:underline", className)}
    />
  );
}
