import { useEffect, useRef, useState } from "react";
import { formatNumber } from "#domain/format/format.ts";
import { homeMessages } from "#domain/messages/home.ts";
import { homeCounters } from "#domain/site/site-figures.ts";
import { whenNear } from "#web/lib/when-near.ts";

const text = homeMessages.counters;
const countUpMs = 1_200;

/** The specification's figures, counting up when they scroll into view. */
export function Counters() {
  return (
    <section aria-labelledby="counters">
      <h2 id="counters" className="sr-only">
        {text.heading}
      </h2>
      <dl className="grid grid-cols-1 gap-6 text-center sm:grid-cols-3">
        <Counter figure={homeCounters.cars} label={text.cars} />
        <Counter figure={homeCounters.users} label={text.users} />
        <Counter figure={homeCounters.satisfactionPercent} label={text.satisfaction} unit="%" />
      </dl>
      <p className="mt-4 text-center text-sm text-ink-faint">{text.note}</p>
    </section>
  );
}

function Counter({ figure, label, unit = "" }: { figure: number; label: string; unit?: string }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useCountUp(figure, place);
  return (
    <div ref={place} className="flex flex-col-reverse">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-4xl font-bold text-blue-text tabular-nums">
        {/* Screen readers get the final figure only. */}
        <span aria-hidden="true">{formatNumber(shown) + unit}</span>
        <span className="sr-only">{formatNumber(figure) + unit}</span>
      </dd>
    </div>
  );
}

/** Counts from zero to the figure once it is in view; shows it at once with prefers-reduced-motion. */
function useCountUp(figure: number, place: React.RefObject<HTMLElement | null>): number {
  const [shown, setShown] = useState(figure);
  useEffect(() => {
    const element = place.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    const stop = whenNear(element, "0px", () => {
      const start = performance.now();
      const step = (now: number) => {
        const part = Math.min(1, (now - start) / countUpMs);
        setShown(Math.round(figure * (1 - (1 - part) ** 3)));
        if (part < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [figure, place]);
  return shown;
}
