import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import type { AdminVerification } from "#contract/verifications.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";
import type { Question } from "#web/features/admin/parts/confirm-write.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { Queue } from "#web/features/admin/lists/queue.tsx";
import { RowLink } from "#web/features/admin/parts/row-link.tsx";
import { personName } from "#web/features/admin/parts/row-names.ts";
import { accountAddress } from "#web/features/admin/sections.ts";
import { Email } from "#web/features/admin/parts/email.tsx";

const text = adminPageMessages.verifications;
const states = ["waiting", "decided"] as const;

type Decision = "confirm" | "refuse";

/** Evicts cached lists: their cards show the dealer's badge. */
const done = (said: string) => () => {
  invalidateLists();
  return said;
};

function questionOf(decision: Decision, { id, businessName, user }: AdminVerification): Question {
  const name = businessName ?? personName(user);
  const params = { id };
  if (decision === "confirm") {
    return {
      title: text.confirmTitle,
      text: text.confirmText(name),
      confirmLabel: text.confirm,
      withoutReason: true,
      send: () => api("POST /api/admin/verifications/{id}/confirm", { params }),
      onDone: done(text.confirmed),
      failed: text.failed,
    };
  }
  return {
    title: text.refuseTitle,
    text: text.refuseText(name),
    confirmLabel: text.refuse,
    danger: true,
    reasonRequired: text.reasonRequired,
    send: (reason) => api("POST /api/admin/verifications/{id}/refuse", { params, body: { reason } }),
    onDone: done(text.refused),
    failed: text.failed,
  };
}

function outcomeOf({ state, decidedAt, decidedBy }: AdminVerification): string | null {
  if (decidedAt === null) return null;
  const when = formatMoment(decidedAt);
  const what = text.outcomes[state];
  return decidedBy === null ? text.decidedAlone(what, when) : text.decided(what, decidedBy, when);
}

function Case({ one, onDecide }: { one: AdminVerification; onDecide: (decision: Decision) => void }) {
  const outcome = outcomeOf(one);
  return (
    <li
      data-verification={one.id}
      className="grid gap-4 rounded-lg border border-line p-4 @4xl:grid-cols-2 @4xl:gap-8"
    >
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{one.businessName ?? text.noBusiness}</p>
        {one.businessAddress !== null && <p className="text-ink-soft wrap-anywhere">{one.businessAddress}</p>}
        {one.website !== null && <p className="text-sm wrap-anywhere text-ink-soft">{one.website}</p>}
        <RowLink to={accountAddress(one.user._id)} className="text-sm wrap-break-word">
          <span>
            {personName(one.user)} (<Email address={one.user.email} />)
          </span>
        </RowLink>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="font-medium wrap-anywhere tabular-nums">
          {one.taxNumber === null ? text.noTaxNumber : text.taxNumber(one.taxNumber)}
        </p>
        {one.hasDocument ? (
          <a
            href={`/api/admin/verifications/${one.id}/document`}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center self-start text-blue-text underline underline-offset-4"
          >
            {text.document}
          </a>
        ) : (
          <p className="text-sm text-ink-soft">{text.noDocument}</p>
        )}
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-faint tabular-nums">
          {text.asked(formatMoment(one.askedAt))}
          {one.state === "waiting" && <span>{text.due(formatMoment(one.dueAt))}</span>}
          {one.overdue && <Badge tone="red">{text.overdue}</Badge>}
        </p>
        {outcome !== null && <p className="text-sm font-medium wrap-anywhere">{outcome}</p>}
        {one.reason !== null && <p className="text-sm wrap-anywhere">{one.reason}</p>}
        {one.state === "waiting" && (
          <div className="mt-1 flex flex-wrap gap-2">
            <Button onClick={() => onDecide("confirm")}>{text.confirm}</Button>
            <Button variant="secondary" onClick={() => onDecide("refuse")}>
              {text.refuse}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Dealers' businesses: the queue to confirm, oldest first, and past decisions. */
export function VerificationsSection() {
  return (
    <Queue
      endpoint="GET /api/admin/verifications"
      states={states}
      read={({ verifications: items, pagination }) => ({ items, pagination })}
      text={text}
      emptyDone={text.emptyDecided}
    >
      {(one, ask) => <Case key={one.id} one={one} onDecide={(decision) => ask(questionOf(decision, one))} />}
    </Queue>
  );
}
