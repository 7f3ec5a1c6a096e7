import { carPageMessages } from "#domain/messages/car-page.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

const text = carPageMessages.safety;

/** How to buy safely; must not say anything about this car or its seller. */
export function SafetyAdvice() {
  return (
    <section aria-labelledby="safety" className="rounded-lg bg-surface p-4 print:hidden">
      <h2 id="safety" className="flex items-center gap-2 text-base font-semibold">
        <StrokeIcon className="size-5 shrink-0 text-ink-soft">
          <path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1Zm-11-1 2 2 4-4" />
        </StrokeIcon>
        {text.title}
      </h2>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-ink-soft">
        {text.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
