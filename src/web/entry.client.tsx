import { startTransition, StrictMode, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { rememberFields } from "#web/lib/early-input.ts";
import { watchSteps } from "#web/lib/layers.ts";

watchSteps();
const early = rememberFields();
let hydrated = false;

/** Replays early input, then marks the document as hydrated for browser tests. */
async function markHydrated(): Promise<void> {
  if (hydrated) return;
  hydrated = true;
  await early.replay();
  document.documentElement.dataset.hydrated = "";
}

function MarkHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    void markHydrated();
  }, []);
  return children;
}

// In a separate task, so that a touch is handled between running the scripts and hydrating.
setTimeout(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <MarkHydrated>
          <HydratedRouter />
        </MarkHydrated>
      </StrictMode>,
    );
  }),
);
