import { startTransition, StrictMode, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Marks the document once its controls answer, for whoever drives the page from outside (the browser tests). */
function MarkAwake({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.awake = "";
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <MarkAwake>
        <HydratedRouter />
      </MarkAwake>
    </StrictMode>,
  );
});
