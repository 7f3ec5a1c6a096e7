import { clsx } from "clsx";
import type { Ref } from "react";
import { Link } from "react-router";
import type { ReviewedCar } from "#contract/review.ts";
import type { ReviewDecision } from "#domain/admin/review-signals.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { reviewMessages as text } from "#domain/messages/review.ts";
import { accountAddress } from "#web/features/admin/sections.ts";
import { Email } from "#web/features/admin/parts/email.tsx";
import { CarBadges } from "#web/features/admin/parts/person-badges.tsx";
import { RowLink } from "#web/features/admin/parts/row-link.tsx";
import { carTitle, personName } from "#web/features/admin/parts/row-names.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { Evidence, hasAllFigures } from "./review-evidence.tsx";

function Head({ reviewed: { car, owner, score } }: { reviewed: ReviewedCar }) {
  return (
    <div className="flex gap-4 tiny:flex-col">
      <CarPhoto car={car} sizes="8rem" className="aspect-4/3 w-24 shrink-0 self-start rounded-md sm:w-32" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={score >= 50 ? "red" : "neutral"} className="text-sm tabular-nums">
            {text.score(score)}
          </Badge>
          <CarBadges {...car} />
        </p>
        <h2 className="mt-1 text-base">
          <Link to={`/car/${car._id}`} className="font-semibold wrap-anywhere text-blue-text hover:underline">
            {carTitle(car)}
          </Link>
        </h2>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
          {[formatEuro(car.price), formatKm(car.mileage), car.location].map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <p className="text-sm">
          <RowLink to={accountAddress(owner._id)}>{personName(owner)}</RowLink>
          <br />
          <span className="text-ink-faint">
            <Email address={owner.email} />
            <br />
            {text.account(formatMoment(owner.createdAt), owner.carCount)}
          </span>
        </p>
      </div>
    </div>
  );
}

function History({ decisions }: Pick<ReviewedCar, "decisions">) {
  if (decisions.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {decisions.map(({ decision, decidedAt, decidedBy, reason, answer, answeredAt, undoneAt }) => (
        <li
          key={decidedAt}
          className={clsx("wrap-anywhere", undoneAt !== null && "text-ink-faint line-through")}
        >
          <p>
            {text.decided[decision](decidedBy ?? text.someAdmin, formatMoment(decidedAt))}
            {reason !== null && `: ${reason}`}
          </p>
          {decision === "ask" && undoneAt === null && (
            <div className="mt-1 rounded-md bg-surface p-3">
              {answer === null || answeredAt === null ? (
                text.noAnswer
              ) : (
                <>
                  <p className="text-ink-faint">{text.answer(formatMoment(answeredAt))}</p>
                  <p className="whitespace-pre-line">{answer}</p>
                </>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

export function ReviewCase({
  reviewed,
  isCurrent,
  hasKeys,
  onDecide,
  onUndo,
  ref,
}: {
  reviewed: ReviewedCar;
  isCurrent: boolean;
  /** Shows the shortcuts on the buttons. */
  hasKeys: boolean;
  onDecide: (decision: ReviewDecision) => void;
  onUndo: () => void;
  ref: Ref<HTMLLIElement>;
}) {
  const { car, signals, decisions, state, canUndo } = reviewed;
  const button = (decision: ReviewDecision, key: string) => (
    <Button
      variant={decision === "dismiss" ? "primary" : "secondary"}
      onClick={() => onDecide(decision)}
      aria-keyshortcuts={hasKeys ? key : undefined}
    >
      {text[decision]}
      {hasKeys && <Key name={key} className="max-md:hidden" />}
    </Button>
  );
  return (
    <li
      ref={ref}
      data-review={car._id}
      aria-current={isCurrent ? "true" : undefined}
      tabIndex={-1}
      className={clsx(
        "scroll-mt-24 rounded-lg border p-4 outline-none",
        isCurrent ? "border-blue-text shadow-card" : "border-line",
      )}
    >
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-x-8">
        <div className="flex min-w-0 flex-col gap-3">
          <Head reviewed={reviewed} />
          {car.description !== "" && (
            <details>
              <summary className="cursor-pointer py-3 text-sm text-ink-soft">{text.description}</summary>
              <p className="text-sm wrap-anywhere whitespace-pre-line">{car.description}</p>
            </details>
          )}
          <History decisions={decisions} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ul className="flex flex-col gap-4">
            {signals.map((signal) => (
              <li key={signal.kind} data-signal={signal.kind} className="flex flex-col gap-2">
                <p className="flex flex-wrap items-baseline gap-x-2 font-medium wrap-anywhere">
                  {text.kinds[signal.kind]}
                  <span className="text-sm font-normal text-ink-faint tabular-nums">
                    {text.weight(signal.weight)}
                  </span>
                </p>
                {!hasAllFigures(signal) && (
                  <p className="text-sm text-ink-soft wrap-anywhere">{signal.text}</p>
                )}
                <Evidence signal={signal} car={car} />
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden lg:col-span-2 lg:justify-end">
          {state !== "closed" && (
            <>
              {button("dismiss", "d")}
              {button("hide", "h")}
              {state === "open" && button("ask", "a")}
            </>
          )}
          {canUndo && state !== "open" && (
            <Button variant="secondary" onClick={onUndo}>
              {text.undo}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

export function Key({ name, className }: { name: string; className?: string }) {
  return (
    <kbd
      aria-hidden="true"
      className={clsx(
        "inline-flex min-w-6 items-center justify-center rounded-sm border border-current px-1 font-mono text-xs",
        className,
      )}
    >
      {name}
    </kbd>
  );
}
