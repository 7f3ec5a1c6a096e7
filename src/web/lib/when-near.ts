/**
 * Calls `act` once, when the element comes as near to what is in view as `margin` says ("800px"). Returns what ends the
 * waiting.
 */
export function whenNear(element: Element, margin: string, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
