import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useRef, useState } from "react";

/** specification.md#home: the carousel rotates every two seconds. */
const rotateMs = 2_000;

/**
 * A carousel that rotates automatically, but not under the pointer or the focus, nor with
 * prefers-reduced-motion, nor once the person has stopped it.
 */
export function useRotatingCarousel() {
  const [attach, carousel] = useEmblaCarousel({ loop: true });
  const viewport = useRef<HTMLDivElement>(null);
  // A press before Embla has measured the slides.
  const pendingStep = useRef<"scrollNext" | "scrollPrev" | null>(null);
  const [selected, setSelected] = useState(0);
  // The person's choice; null: prefers-reduced-motion decides.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [prefersReducedMotion, setPrefersReducedMotion] = useState(true);
  const [held, setHeld] = useState(false);
  const rotating = wanted ?? !prefersReducedMotion;

  useEffect(() => {
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    const follow = () => setPrefersReducedMotion(reducedMotion.matches);
    follow();
    reducedMotion.addEventListener("change", follow);
    return () => reducedMotion.removeEventListener("change", follow);
  }, []);

  // In a separate task: measuring all slides is half of the page's hydration.
  useEffect(() => {
    const timer = setTimeout(() => attach(viewport.current));
    return () => clearTimeout(timer);
  }, [attach]);

  useEffect(() => {
    if (!carousel) return;
    const follow = () => setSelected(carousel.selectedScrollSnap());
    carousel.on("select", follow);
    if (pendingStep.current) carousel[pendingStep.current]();
    pendingStep.current = null;
    return () => void carousel.off("select", follow);
  }, [carousel]);

  useEffect(() => {
    if (!carousel || !rotating || held) return;
    const timer = setInterval(() => {
      const slides = carousel.scrollSnapList().length;
      // Restarts with each slide: one chosen by hand gets its full time.
      if (document.visibilityState === "visible") carousel.scrollTo((selected + 1) % slides);
    }, rotateMs);
    return () => clearInterval(timer);
  }, [carousel, rotating, held, selected]);

  const move = (act: "scrollNext" | "scrollPrev") => {
    if (carousel) carousel[act]();
    else pendingStep.current = act;
  };
  return {
    viewport,
    selected,
    ready: carousel !== undefined,
    rotating,
    /** Not rotating now: slide changes may be announced. */
    still: !rotating || held,
    toggle: () => setWanted(!rotating),
    next: () => move("scrollNext"),
    previous: () => move("scrollPrev"),
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  };
}
