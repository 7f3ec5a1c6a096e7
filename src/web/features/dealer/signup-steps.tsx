import { clsx } from "clsx";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";

const text = dealerPageMessages.signup;

/** Which of the two steps this is. */
export function SignupSteps({ step }: { step: 1 | 2 }) {
  const steps = [text.stepInfo, text.stepPayment];
  return (
    <ol aria-label={text.steps} className="flex items-center gap-3">
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
                number <= step ? "bg-blue text-on-blue" : "bg-sunken text-ink",
              )}
            >
              {number}
            </span>
            {label}
          </li>
        );
      })}
    </ol>
  );
}
