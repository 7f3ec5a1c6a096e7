import type { ReactNode } from "react";

/** The end of a long form, with its buttons: it stays in sight, but on a screen that is too low for it. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-bar sticky bottom-0 z-10 flex flex-col gap-3 border-t border-line bg-paper py-3 short:static">
      {children}
    </div>
  );
}
