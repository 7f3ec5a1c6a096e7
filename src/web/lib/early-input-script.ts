import { inlineScript } from "./inline-script.ts";

interface EarlyActs {
  /**
   * Pressed buttons and submitted forms, in order, without duplicates: a second
   * impatient press means the same.
   */
  acts: Set<HTMLElement>;
  stop: () => void;
}

declare global {
  var early: EarlyActs | undefined;
}

/**
 * Records pressed buttons and submitted forms until `replay`. A POST form would leave the page for an address
 * without a handler and lose what was typed; GET forms (the searches) work without scripts.
 */
function recordEarlyInput(): void {
  const acts = new Set<HTMLElement>();
  const ended = new AbortController();
  const record = (act: HTMLElement): void => {
    acts.delete(act);
    acts.add(act);
    document.documentElement.dataset.waiting = "";
  };
  const options = { capture: true, signal: ended.signal };
  addEventListener(
    "click",
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const button = target.closest("button");
      if (button?.type === "button") record(button);
      const link = target.closest<HTMLElement>("a[data-early]");
      const { metaKey, ctrlKey, shiftKey, altKey, detail } = event;
      if (link === null || metaKey || ctrlKey || shiftKey || altKey) return;
      // A second, separate click is let through: if no script arrives, the link still works.
      if (acts.has(link) && detail < 2) return;
      event.preventDefault();
      record(link);
    },
    options,
  );
  addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      event.preventDefault();
      record(submitter ?? form);
    },
    options,
  );
  globalThis.early = { acts, stop: () => ended.abort() };
}

// Runs before hydration and is never rendered again: browsers need not load it.
export const earlyInputScript = import.meta.env.SSR ? inlineScript(recordEarlyInput) : "";
