import { clsx } from "clsx";
import type { ReactNode } from "react";
import { StrokeIcon } from "./stroke-icon.tsx";

const looks = {
  good: { circle: "bg-green-soft text-green", path: "m5 12.5 4.5 4.5L19 7.5" },
  bad: { circle: "bg-red-soft text-red", path: "m7 7 10 10M17 7 7 17" },
  neutral: { circle: "bg-sunken text-ink-soft", path: "M6 12h12" },
} as const;

/** The result of a payment: icon, heading, explanation, and the page's own content. */
export function Outcome({
  tone,
  title,
  lead,
  children,
}: {
  tone: keyof typeof looks;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  const look = looks[tone];
  return (
    <div className="page py-10 wrap-anywhere md:py-14">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-8">
        <div className="flex flex-col items-center text-center">
          <span
            aria-hidden="true"
            className={clsx("flex size-16 items-center justify-center rounded-full", look.circle)}
          >
            <StrokeIcon width="2.25" className="size-8">
              <path d={look.path} />
            </StrokeIcon>
          </span>
          <h1 className="mt-4 text-3xl">{title}</h1>
          {lead !== undefined && <p className="mt-2 max-w-lg text-lg text-ink-soft">{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
