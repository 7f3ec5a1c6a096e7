import type { ReactNode } from "react";

/** A stroke icon on a 24 x 24 grid, in the text's colour, for pages without the icon library. */
export function StrokeIcon({
  width = "2",
  className,
  children,
}: {
  /** Stroke width in units of the grid. */
  width?: "1.75" | "2" | "2.25";
  className: string;
  children: ReactNode;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  );
}
