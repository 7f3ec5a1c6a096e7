import { Link } from "react-router";
import type { AdminReport } from "#contract/admin-queues.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { reportMessages } from "#domain/messages/reports.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { api } from "#web/lib/auth.ts";
import { invalidateCar } from "#web/lib/cached-cars.ts";
import type { Question } from "#web/features/admin/parts/confirm-write.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { CarBadges } from "#web/features/admin/parts/person-badges.tsx";
import { Queue } from "#web/features/admin/lists/queue.tsx";
import { RowLink } from "#web/features/admin/parts/row-link.tsx";
import { personName } from "#web/features/admin/parts/row-names.ts";
import { accountAddress } from "#web/features/admin/sections.ts";
import { Email } from "#web/features/admin/parts/email.tsx";

const text = adminPageMessages.reports;
const states = ["open", "decided"] as const;

type Decision = "hide" | "restore" | "dismiss";

const decisions = {
  hide: { title: text.hideTitle, text: text.hideText, label: text.hide, done: text.hidden },
  restore: { title: text.restoreTitle, text: text.restoreText, label: text.restore, done: text.restored },
  dismiss: { title: text.dismissTitle, text: text.dismissText, label: text.dismiss, done: text.dismissed },
} as const;

function send(decision: Decision, id: string, reason: string) {
  const params = { id };
  switch (decision) {
    case "hide":
      return api("POST /api/admin/reports/{id}/hide", { params, body: { reason } });
    case "restore":
      return api("POST /api/admin/reports/{id}/restore", { params, body: { reason } });
    case "dismiss":
      return api("POST /api/admin/reports/{id}/dismiss", { params });
  }
}

function questionOf(decision: Decision, { id, carName, car }: AdminReport): Question {
  const { title, text: ask, label, done } = decisions[decision];
  return {
    title,
    text: ask(carName),
    confirmLabel: label,
    withoutReason: decision === "dismiss",
    send: (reason) => send(decision, id, reason),
    onDone: () => {
      if (car !== null) invalidateCar(car._id);
      return done;
    },
    failed: text.failed,
  };
}

function Reported({ report }: { report: AdminReport }) {
  const { car } = report;
  if (car === null) {
    return (
      <p className="font-semibold">
        {report.carName} <Badge>{text.carGone}</Badge>
      </p>
    );
  }
  return (
    <div className="flex gap-4 tiny:flex-col">
      <CarPhoto car={car} sizes="8rem" className="aspect-4/3 w-24 shrink-0 self-start rounded-md sm:w-32" />
      <div className="min-w-0">
        <Link to={`/car/${car._id}`} className="font-semibold wrap-anywhere text-blue-text hover:underline">
          {report.carName}
        </Link>
        <p className="text-sm wrap-break-word">
          <RowLink to={accountAddress(car.user._id)}>
            <span>
              {text.owner(personName(car.user))} (<Email address={car.user.email} />)
            </span>
          </RowLink>
        </p>
        <p className="mt-1 flex flex-wrap gap-1">
          <CarBadges {...car} />
          {report.state === "open" && car.openReports > 1 && (
            <Badge tone="red">{text.openReports(car.openReports)}</Badge>
          )}
        </p>
      </div>
    </div>
  );
}

function outcomeOf(report: AdminReport): string | null {
  if (report.state === "open" || report.decidedAt === null) return null;
  const when = formatMoment(report.decidedAt);
  const what = text.outcomes[report.state];
  return report.decidedBy === null
    ? text.decidedAlone(what, when)
    : text.decided(what, report.decidedBy, when);
}

function ReportCard({ report, onDecide }: { report: AdminReport; onDecide: (decision: Decision) => void }) {
  const outcome = outcomeOf(report);
  const who =
    report.reporter === null ? text.guest : `${personName(report.reporter)} (${report.reporter.email})`;
  return (
    <li
      data-report={report.id}
      className="grid gap-4 rounded-lg border border-line p-4 @4xl:grid-cols-2 @4xl:gap-8"
    >
      <Reported report={report} />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="red" className="text-sm">
            {reportMessages.reasons[report.reason]}
          </Badge>
          {report.wantsAnswer && report.toldAt === null && <Badge>{text.wantsAnswer}</Badge>}
          {report.toldAt !== null && <Badge tone="green">{text.told(formatMoment(report.toldAt))}</Badge>}
        </p>
        {report.text !== null && (
          <blockquote className="border-s-4 border-line ps-3 wrap-anywhere whitespace-pre-line">
            {report.text}
          </blockquote>
        )}
        <p className="text-sm text-ink-faint wrap-anywhere tabular-nums">
          {formatMoment(report.createdAt)}, {text.by(who)}
        </p>
        {outcome !== null && <p className="text-sm font-medium wrap-anywhere">{outcome}</p>}
        <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
          {report.state === "open" && (
            <>
              {report.car !== null && <Button onClick={() => onDecide("hide")}>{text.hide}</Button>}
              <Button variant="secondary" onClick={() => onDecide("dismiss")}>
                {text.dismiss}
              </Button>
            </>
          )}
          {report.state === "hidden" && report.car?.hidden === true && (
            <Button variant="secondary" onClick={() => onDecide("restore")}>
              {text.restore}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** Visitors' reports: the open queue, oldest first, and past decisions. */
export function ReportsSection() {
  return (
    <Queue
      endpoint="GET /api/admin/reports"
      states={states}
      read={({ reports: items, pagination }) => ({ items, pagination })}
      text={text}
      emptyDone={text.emptyDecided}
    >
      {(report, ask) => (
        <ReportCard
          key={report.id}
          report={report}
          onDecide={(decision) => ask(questionOf(decision, report))}
        />
      )}
    </Queue>
  );
}
