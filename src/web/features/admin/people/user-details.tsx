import type { AdminUser } from "#contract/admin-lists.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { type Detail, DetailList } from "#web/features/admin/parts/detail-list.tsx";
import { PersonBadges, UnprovenBadge } from "#web/features/admin/parts/person-badges.tsx";
import { personName } from "#web/features/admin/parts/row-names.ts";
import { accountAddress, sectionAddress } from "#web/features/admin/sections.ts";

const text = adminPageMessages.users.details;

function subscriptionText({ dealerSubscription }: AdminUser): string | null {
  if (dealerSubscription === null) return null;
  const { active, expiresAt } = dealerSubscription;
  if (!active || expiresAt === null) return text.subscriptionEnded;
  return text.subscriptionUntil(formatDate(expiresAt));
}

export function detailsOf(user: AdminUser): Detail[] {
  return [
    { name: text.name, value: personName(user) },
    {
      name: text.email,
      value: (
        <>
          {user.email} <UnprovenBadge {...user} />
        </>
      ),
    },
    {
      name: text.phone,
      value: user.phone === null ? text.noPhone : <a href={`tel:${user.phone}`}>{formatPhone(user.phone)}</a>,
    },
    {
      name: text.status,
      value:
        user.isAdmin || user.isDealer || user.suspension !== null ? (
          <PersonBadges {...user} />
        ) : (
          adminPageMessages.badges.user
        ),
    },
    { name: text.business, value: user.businessName },
    { name: text.subscription, value: subscriptionText(user) },
    { name: text.cars, value: formatNumber(user.carCount) },
    { name: text.createdAt, value: formatDate(user.createdAt) },
  ];
}

/** 'Detajet e Përdoruesit' (specification.md#admin), read-only. */
export function UserDetails({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {user.carCount > 0 && (
            <ButtonLink variant="secondary" to={sectionAddress("cars", { owner: user._id })}>
              {text.theirCars}
            </ButtonLink>
          )}
          <ButtonLink variant="secondary" to={accountAddress(user._id)}>
            {text.account}
          </ButtonLink>
          <Button variant="secondary" onClick={onClose}>
            {adminPageMessages.actions.close}
          </Button>
        </div>
      }
    >
      <DetailList details={detailsOf(user)} />
    </Dialog>
  );
}
