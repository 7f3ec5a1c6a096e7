import type { ComponentProps } from "react";
import { buttonClass } from "./button.tsx";

/** A plain link that looks like a button: the browser streams the file to disk, however long it is. */
export function DownloadLink({ className = "max-sm:grow", children, ...rest }: ComponentProps<"a">) {
  return (
    <a {...rest} download className={buttonClass("secondary", "md", className)}>
      {children}
    </a>
  );
}
