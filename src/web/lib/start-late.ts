import { inlineScript } from "./inline-script.ts";

/**
 * The page's scripts are inside a `<noscript>` (root.tsx), which browsers with scripts parse as text, until
 * the first photo is painted. Loaded in parallel they share a phone's bandwidth: with Lighthouse's phone the
 * largest contentful paint comes 0.9 to 1.2 s later and the score is 4 to 8 points lower (decision 0029).
 * Unnecessary once browsers fetch scripts after images of high priority.
 */

/** ms after the first screen has loaded: a photo smaller than a text is not the largest contentful paint. */
const maxPaintMs = 500;
/** ms after which the scripts start in any case. */
const maxWaitMs = 2000;

/** Calls `start` once: when the first photo is painted, at the first touch or key, or after the timeout. */
export function startLate(start: () => void, maxPaint: number, maxWait: number): void {
  let started = false;
  const startOnce = (): void => {
    if (!started) start();
    started = true;
  };
  const photo = document.querySelector("img[fetchpriority=high]");
  const isThere = (paint: PerformanceEntry & { element?: Element | null }): boolean =>
    photo === null || paint.element === photo;
  new PerformanceObserver((list) => {
    // In a separate task: the browser still paints in this one.
    if (list.getEntries().some(isThere)) setTimeout(startOnce);
  }).observe({ type: "largest-contentful-paint", buffered: true });
  addEventListener("load", () => setTimeout(startOnce, maxPaint));
  setTimeout(startOnce, maxWait);
  for (const type of ["pointerdown", "keydown"])
    addEventListener(type, startOnce, { capture: true, once: true, passive: true });
}

/** Runs the page's scripts as if they were in its markup, and passes the page's data to React Router. */
export function runPageScripts(): void {
  const scripts = document.querySelector("#page-scripts")?.textContent ?? "";
  document.head.append(document.createRange().createContextualFragment(scripts));
  const { streamController } = __reactRouterContext;
  streamController.enqueue(document.querySelector("#page-data")?.textContent ?? "");
  streamController.close();
}

declare global {
  /** React Router's, created by the page's scripts. */
  var __reactRouterContext: { streamController: { enqueue(text: string): void; close(): void } };
}

export const startLateScript = inlineScript(startLate, runPageScripts, maxPaintMs, maxWaitMs);
