import { startTransition, StrictMode, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { rememberFields } from "#web/lib/before-awake.ts";

const early = rememberFields();
let woken = false;

/** What was done before counts now; then marks the document for whoever drives it from outside (the browser tests). */
async function wake(): Promise<void> {
  if (woken) return;
  woken = true;
  await early.replay();
  document.documentElement.dataset.awake = "";
}

function Wake({ children }: { children: ReactNode }) {
  useEffect(() => {
    void wake();
  }, []);
  return children;
}

// In a task of its own, for the same reason that lib/start-late.ts has.
setTimeout(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Wake>
          <HydratedRouter />
        </Wake>
      </StrictMode>,
    );
  }),
);
