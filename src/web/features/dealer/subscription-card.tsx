import { useState } from "react";
import type { Subscription } from "#contract/dealers.ts";
import { formatDate } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { formatBill, periodText, statusLabel } from "./dealer-labels.ts";
import { openPortal, type SubscriptionChange, useChangeSubscription } from "./use-dashboard.ts";
import { Card } from "#web/components/card.tsx";

const text = dealerPageMessages.dashboard.subscription;

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="ms-auto text-end font-medium tabular-nums">{value}</dd>
    </div>
  );
}

/**
 * The next relevant date with its label: the end, the next retry of a failed payment, or the next payment.
 */
function nextDate(subscription: Subscription): [string, string | null] {
  const { status, cancelAtPeriodEnd, currentPeriodEnd, endedAt, nextPaymentAttempt } = subscription;
  if (status === "canceled") return [text.ended, endedAt];
  if (cancelAtPeriodEnd) return [text.ends, currentPeriodEnd];
  return status === "past_due" ? [text.nextTry, nextPaymentAttempt] : [text.renews, currentPeriodEnd];
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { currentPeriodStart, currentPeriodEnd, amount, currency } = subscription;
  const [name, moment] = nextDate(subscription);
  return (
    <dl className="mt-3 divide-y divide-line">
      <Row name={text.price} value={dealerPageMessages.perMonth(formatBill(amount, currency))} />
      <Row name={text.period} value={periodText(currentPeriodStart, currentPeriodEnd)} />
      {moment !== null && <Row name={name} value={formatDate(moment)} />}
    </dl>
  );
}

/** A warning about the subscription's state; null if all is well. */
function warning(subscription: Subscription): string | null {
  const { status, cancelAtPeriodEnd, currentPeriodEnd, nextPaymentAttempt: nextTry } = subscription;
  if (status === "canceled") return text.lapsed;
  if (status === "past_due") return text.late(nextTry === null ? null : formatDate(nextTry));
  return cancelAtPeriodEnd && currentPeriodEnd !== null ? text.ending(formatDate(currentPeriodEnd)) : null;
}

/** What cancelling or resuming the subscription means. */
function consequence(cancels: boolean, { currentPeriodEnd, amount, currency }: Subscription): string {
  const date = currentPeriodEnd === null ? "–" : formatDate(currentPeriodEnd);
  return cancels ? text.confirmCancel(date) : text.confirmReactivate(formatBill(amount, currency), date);
}

/** The subscription and the actions that its state allows (specification.md#dealers). */
export function SubscriptionCard({
  subscription,
  isDealer,
  hasCustomer,
}: {
  subscription: Subscription | null;
  isDealer: boolean;
  /** The account is a customer of the provider, so it has a portal. */
  hasCustomer: boolean;
}) {
  const change = useChangeSubscription();
  const [asked, setAsked] = useState<SubscriptionChange | null>(null);
  const { label, tone } = statusLabel(subscription, isDealer);
  const runs = subscription !== null && subscription.status !== "canceled";
  const note = subscription === null ? (isDealer ? text.byHand : text.none) : warning(subscription);

  async function confirm(what: SubscriptionChange): Promise<void> {
    try {
      const { message } = await change.mutateAsync(what);
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error, what === "cancel" ? text.cancelFailed : text.reactivateFailed));
    } finally {
      setAsked(null);
    }
  }

  const cancels = asked === "cancel";
  const manage = useAction(openPortal, text.portalFailed);

  return (
    <Card
      id="subscription"
      heading={subscription?.planName ?? text.heading}
      headingClass="text-lg"
      aside={<Badge tone={tone}>{label}</Badge>}
    >
      {subscription !== null && <Facts subscription={subscription} />}
      {note !== null && <p className="mt-3 rounded-md bg-surface px-4 py-3 text-sm">{note}</p>}
      <div className="mt-4 flex flex-col gap-3">
        {hasCustomer && (
          <>
            <Button variant="secondary" loading={manage.busy} onClick={manage.run}>
              {text.manage}
            </Button>
            <p className="-mt-1 text-sm text-ink-faint">{text.manageHint}</p>
          </>
        )}
        {runs && !subscription.cancelAtPeriodEnd && (
          <Button variant="danger-quiet" onClick={() => setAsked("cancel")}>
            {text.cancel}
          </Button>
        )}
        {runs && subscription.cancelAtPeriodEnd && (
          <Button onClick={() => setAsked("reactivate")}>{text.reactivate}</Button>
        )}
        {!runs && !isDealer && <ButtonLink to="/autosallon-signup">{text.renew}</ButtonLink>}
      </div>
      {subscription !== null && (
        <ConfirmDialog
          open={asked !== null}
          title={cancels ? text.confirmCancelTitle : text.confirmReactivateTitle}
          text={consequence(cancels, subscription)}
          confirmLabel={text.confirm}
          cancelLabel={cancels ? text.keepSubscription : text.leave}
          danger={cancels}
          busy={change.isPending}
          onConfirm={() => {
            if (asked !== null) void confirm(asked);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
