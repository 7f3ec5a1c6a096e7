import { inlineScript } from "./inline-script.ts";

/**
 * Parts marked `data-below-fold` are left out of the first frame (`content-visibility`, app.css) and laid out
 * a few per frame afterwards, so that a slow phone shows the page sooner and no task delays a touch.
 * Lighthouse's phone on a busy machine, medians of three alternating runs: 96, 91 and 92 points (/, /search,
 * a car) instead of 81, 78 and 85 (decision 0029). Unnecessary once browsers lay out the viewport first.
 */

/** Marked parts laid out per frame. */
const maxPartsPerFrame = 3;

/**
 * Only on a phone: on a large screen some parts are visible at once and would shift. Only on a forward
 * navigation: a reload or Back restores the scroll position, which needs the true height at once.
 */
function skipBelowFold(): void {
  const [navigation] = performance.getEntriesByType("navigation");
  const isNew =
    navigation instanceof PerformanceNavigationTiming && navigation.type === "navigate" && !location.hash;
  if (isNew && matchMedia("(width<48em)").matches) document.documentElement.dataset.skipBelowFold = "";
}

/**
 * Runs at the end of the page, after the font: its arrival causes a new layout. The font is checked after the
 * first frame, because the check alone forces a layout.
 */
function layOutBelowFold(partsAFrame: number): void {
  const parts = [...document.querySelectorAll("[data-below-fold]")];
  const step = (): void => {
    for (const part of parts.splice(0, partsAFrame)) part.removeAttribute("data-below-fold");
    if (parts.length > 0) nextFrame();
    else delete document.documentElement.dataset.skipBelowFold;
  };
  const nextFrame = (): number => requestAnimationFrame(() => setTimeout(step));
  requestAnimationFrame(() => setTimeout(() => void document.fonts.ready.then(() => nextFrame())));
}

// Both run before hydration and are never rendered again: browsers need not load them.
export const skipBelowFoldScript =
  import.meta.env.PROD && import.meta.env.SSR ? inlineScript(skipBelowFold) : "";
export const layOutBelowFoldScript = import.meta.env.SSR
  ? inlineScript(layOutBelowFold, maxPartsPerFrame)
  : "";
