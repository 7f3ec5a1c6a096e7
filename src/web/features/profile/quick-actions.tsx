import { Heart, LayoutDashboard, List, Plus, Receipt, Store } from "lucide-react";
import type { User } from "#contract/accounts.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { LinkRows } from "#web/components/link-rows.tsx";
import { Card } from "#web/components/card.tsx";

const text = profileMessages.actions;
const icon = { "aria-hidden": true, className: "size-5 shrink-0", strokeWidth: 2 } as const;

/** Links to related pages (specification.md#profile). */
export function QuickActions({ user }: { user: User }) {
  const rows = [
    { to: "/my-publishings", label: text.myCars, icon: <List {...icon} /> },
    { to: "/favorites", label: text.favorites, icon: <Heart {...icon} /> },
    { to: "/payments", label: text.payments, icon: <Receipt {...icon} /> },
    ...(hasDealerAccess(user)
      ? [{ to: "/autosallon-dashboard", label: text.dashboard, icon: <LayoutDashboard {...icon} /> }]
      : []),
    // A lapsed dealer sees the bills on the dashboard, and may subscribe again.
    ...(user.isDealer
      ? []
      : [{ to: "/autosallon-signup", label: text.becomeDealer, icon: <Store {...icon} /> }]),
  ];
  return (
    <Card id="actions" heading={text.heading} className="pb-2 sm:pb-4">
      <ButtonLink to="/add-car" variant="secondary" className="mt-3 mb-1 w-full">
        <Plus {...icon} />
        {text.addCar}
      </ButtonLink>
      <LinkRows rows={rows} />
    </Card>
  );
}
