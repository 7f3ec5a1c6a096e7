import { clsx } from "clsx";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

/** What a dealer's subscription includes; `brief` without the explanations. */
export function Benefits({ brief = false, className }: { brief?: boolean; className?: string }) {
  return (
    <ul className={clsx("grid grid-cols-[minmax(0,1fr)]", brief ? "gap-2" : "gap-4", className)}>
      {dealerPageMessages.benefits.map((benefit) => (
        <li key={benefit.title} className="flex gap-3">
          <StrokeIcon width="2.25" className="mt-0.5 size-5 shrink-0 text-blue-text">
            <path d="m5 12.5 4.5 4.5L19 7.5" />
          </StrokeIcon>
          <div className="min-w-0">
            <p className="font-semibold">{benefit.title}</p>
            {!brief && <p className="text-sm text-ink-soft">{benefit.text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
