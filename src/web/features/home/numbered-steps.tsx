import { clsx } from "clsx";

/** Numbered steps below each other, or side by side with grid classes. */
export function NumberedSteps({
  steps,
  className,
}: {
  steps: readonly { title: string; text: string }[];
  className?: string;
}) {
  return (
    <ol className={clsx("grid grid-cols-1 gap-6", className)}>
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-4">
          <span
            aria-hidden="true"
            className="flex size-10 shrink-0 items-center justify-center rounded-full bg-blue-soft font-bold text-blue-text tabular-nums"
          >
            {index + 1}
          </span>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">{step.title}</p>
            <p className="mt-0.5 text-ink-soft">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
