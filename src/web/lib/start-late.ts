import { inlineScript } from "./inline-script.ts";

/**
 * The page's scripts wait in a `<noscript>` (root.tsx), which browsers that run scripts leave as text, until the first
 * photo is on the screen. Side by side they share a phone's line: measured with Lighthouse's phone, the largest paint
 * comes 0.9 to 1.2 s later and the score is 4 to 8 points lower (decision 0029). Unnecessary once browsers fetch scripts
 * after images of high priority.
 */

/** ms after all that the first screen needs has loaded: a photo that is smaller than a text is no largest paint. */
const maxPaintMs = 500;
/** ms after which the scripts start whatever is missing. */
const maxWaitMs = 2000;

/** Calls `start` once: when the first photo is on the screen, at the first touch or key, or when it takes too long. */
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
    // In a task of its own: the browser still draws in this one.
    if (list.getEntries().some(isThere)) setTimeout(startOnce);
  }).observe({ type: "largest-contentful-paint", buffered: true });
  addEventListener("load", () => setTimeout(startOnce, maxPaint));
  setTimeout(startOnce, maxWait);
  for (const type of ["pointerdown", "keydown"])
    addEventListener(type, startOnce, { capture: true, once: true, passive: true });
}

/** Runs the scripts of the page as if they stood in it, and hands React Router the page's data. */
export function runPageScripts(): void {
  const scripts = document.querySelector("#page-scripts")?.textContent ?? "";
  document.head.append(document.createRange().createContextualFragment(scripts));
  const { streamController } = __reactRouterContext;
  streamController.enqueue(document.querySelector("#page-data")?.textContent ?? "");
  streamController.close();
}

declare global {
  /** React Router's, made by the scripts of the page. */
  var __reactRouterContext: { streamController: { enqueue(text: string): void; close(): void } };
}

export const startLateScript = inlineScript(startLate, runPageScripts, maxPaintMs, maxWaitMs);
