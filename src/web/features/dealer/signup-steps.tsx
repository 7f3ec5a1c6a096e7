import { clsx } from "clsx";
import { Check } from "lucide-react";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";

const text = dealerPageMessages.signup;

export function SignupSteps({ step }: { step: 1 | 2 }) {
  const steps = [text.stepInfo, text.stepPayment];
  return (
    <ol aria-label={text.steps} className="flex flex-wrap items-center gap-3">
      {steps.map((label, index) => {
        const number = index + 1;
        return (
          <li
            key={label}
            aria-current={number === step ? "step" : undefined}
            className={clsx(
              "flex items-center gap-2 font-medium",
              number === step ? "text-ink" : "text-ink-faint",
              index > 0 && "before:h-px before:w-8 before:bg-line-strong sm:before:w-16",
            )}
          >
            <span
              className={clsx(
                "flex size-8 items-center justify-center rounded-full text-sm font-semibold tabular-nums",
                number === step && "bg-blue text-on-blue",
                number < step && "bg-blue-soft text-blue-text",
                number > step && "bg-sunken text-ink",
              )}
            >
              {number < step ? <Check aria-hidden="true" className="size-4" strokeWidth={3} /> : number}
            </span>
            {label}
          </li>
        );
      })}
    </ol>
  );
}
