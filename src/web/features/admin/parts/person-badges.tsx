import type { AdminCar, AdminUser } from "#contract/admin-lists.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Badge } from "#web/components/badge.tsx";

const text = adminPageMessages.badges;

export function PersonBadges({
  isAdmin,
  isDealer,
  suspension,
}: Pick<AdminUser, "isAdmin" | "isDealer" | "suspension">) {
  return (
    <span className="inline-flex flex-wrap gap-1 *:whitespace-nowrap">
      {isAdmin && <Badge tone="red">{text.admin}</Badge>}
      {isDealer && <Badge tone="blue">{text.dealer}</Badge>}
      {suspension !== null && <Badge tone="red">{text.suspended}</Badge>}
    </span>
  );
}

export function UnprovenBadge({ emailVerified }: { emailVerified: boolean }) {
  return emailVerified ? null : <Badge className="whitespace-nowrap">{text.unproven}</Badge>;
}

/** 'E Shitur' or 'Aktive' (specification.md#admin), and why else a car is not public. */
export function CarBadges({
  sold,
  deleted,
  hidden,
  unlisted,
}: Pick<AdminCar, "sold" | "deleted" | "hidden" | "unlisted">) {
  return (
    <span className="inline-flex flex-wrap gap-1 *:whitespace-nowrap">
      {deleted ? (
        <Badge>{text.archived}</Badge>
      ) : sold ? (
        <Badge tone="blue">{text.sold}</Badge>
      ) : (
        <Badge tone="green">{text.active}</Badge>
      )}
      {hidden && <Badge tone="red">{text.hidden}</Badge>}
      {unlisted === "suspended" && <Badge tone="red">{text.ownerSuspended}</Badge>}
      {unlisted === "disputed" && <Badge tone="red">{text.disputed}</Badge>}
      {unlisted === "dealerLapsed" && <Badge tone="red">{text.dealerLapsed}</Badge>}
    </span>
  );
}
