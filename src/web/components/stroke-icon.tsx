import type { ReactNode } from "react";

/** A drawing in round strokes on a 24 by 24 grid, in the colour of the text, for pages that load no icon library. */
export function StrokeIcon({
  width = "2",
  className,
  children,
}: {
  /** Of the strokes, in units of the grid. */
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
