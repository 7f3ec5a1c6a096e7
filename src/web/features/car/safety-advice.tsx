import { ShieldCheck } from "lucide-react";
import { safetyAdvice as text } from "#domain/messages/review.ts";

/** How to buy safely; must not say anything about this car or its seller. */
export function SafetyAdvice() {
  return (
    <section aria-labelledby="safety" className="rounded-lg bg-surface p-4 print:hidden">
      <h2 id="safety" className="flex items-center gap-2 text-base font-semibold">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
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
