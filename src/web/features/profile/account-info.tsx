import type { ReactNode } from "react";
import type { User } from "#contract/accounts.ts";
import { formatDate } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { Badge } from "#web/components/badge.tsx";
import { Card } from "#web/components/card.tsx";

const text = profileMessages.account;

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line py-2.5 last:border-b-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** The account's status, with the end of a dealer's subscription (specification.md#profile). */
export function AccountInfo({ user }: { user: User }) {
  const subscription = user.dealerSubscription;
  return (
    <Card id="account" heading={text.heading}>
      <dl className="mt-2">
        <Row name={text.name}>
          {user.firstName} {user.lastName}
        </Row>
        <Row name={text.email}>
          {user.email}{" "}
          <Badge tone={user.emailVerified ? "green" : "neutral"} className="align-middle">
            {user.emailVerified ? text.proven : text.unproven}
          </Badge>
        </Row>
        <Row name={text.phone}>
          {user.phone === null ? (
            <span className="font-normal text-ink-faint">{text.noPhone}</span>
          ) : (
            <a
              href={`tel:${user.phone}`}
              className="-my-2.5 inline-flex min-h-11 items-center text-blue-text underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {formatPhone(user.phone)}
            </a>
          )}
        </Row>
        <Row name={text.memberSince}>{formatDate(user.createdAt)}</Row>
        <Row name={text.type}>{user.isDealer ? profileMessages.dealer : profileMessages.individual}</Row>
        <Row name={text.status}>
          <Badge tone={user.suspension ? "red" : "green"}>
            {user.suspension ? text.suspended : text.active}
          </Badge>
        </Row>
        {subscription?.expiresAt && (
          <Row name={subscription.active ? text.subscriptionUntil : text.subscriptionEnded}>
            {formatDate(subscription.expiresAt)}
          </Row>
        )}
      </dl>
    </Card>
  );
}
