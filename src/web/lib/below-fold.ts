import { inlineScript } from "./inline-script.ts";

/**
 * What is marked `data-below-fold` is left out of the first frame (`content-visibility`, app.css) and laid out a few parts
 * a frame after it, so that a slow phone shows the page sooner and no task holds up a touch. Lighthouse's phone on a busy
 * machine, medians of three in turns: 96, 91 and 92 points (/, /search, a car) instead of 81, 78 and 85 (decision 0029).
 * Unnecessary once browsers
 * lay out what is in view first.
 */

/** Of the marked parts so many are laid out in a frame. */
const maxPartsPerFrame = 3;

/**
 * Only on a phone: on a large screen some of it is in sight at once, and is seen to move when it is laid out. And only for
 * a page that somebody comes to: one that is loaded again or come back to is scrolled to where it was, and for that its
 * true height must be there at once.
 */
function skipBelowFold(): void {
  const [navigation] = performance.getEntriesByType("navigation");
  const isNew =
    navigation instanceof PerformanceNavigationTiming && navigation.type === "navigate" && !location.hash;
  if (isNew && matchMedia("(width<48em)").matches) document.documentElement.dataset.skipBelowFold = "";
}

/**
 * Runs at the page's end. After the font: when it comes, all that is laid out is laid out anew. It is asked for after
 * the first frame: the question alone makes a browser lay everything out.
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

// Both have run by the time React takes the page over, which leaves them as they are: browsers need not load them again.
export const skipBelowFoldScript =
  import.meta.env.PROD && import.meta.env.SSR ? inlineScript(skipBelowFold) : "";
export const layOutBelowFoldScript = import.meta.env.SSR
  ? inlineScript(layOutBelowFold, maxPartsPerFrame)
  : "";
