import { Heart, LayoutDashboard, List, Plus, Receipt, Store } from "lucide-react";
import type { User } from "#contract/accounts.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { ButtonLink } from "#web/components/button.tsx";

const text = profileMessages.actions;
const icon = { "aria-hidden": true, className: "size-5", strokeWidth: 2 } as const;

/** Where people go from here (specification.md#profile). */
export function QuickActions({ user }: { user: User }) {
  return (
    <section aria-labelledby="actions" className="rounded-lg border border-line p-4 sm:p-6">
      <h2 id="actions" className="text-xl">
        {text.heading}
      </h2>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 sm:max-lg:grid-cols-2">
        <ButtonLink to="/add-car">
          <Plus {...icon} />
          {text.addCar}
        </ButtonLink>
        <ButtonLink to="/my-publishings" variant="secondary">
          <List {...icon} />
          {text.myCars}
        </ButtonLink>
        <ButtonLink to="/favorites" variant="secondary">
          <Heart {...icon} />
          {text.favorites}
        </ButtonLink>
        <ButtonLink to="/payments" variant="secondary">
          <Receipt {...icon} />
          {text.payments}
        </ButtonLink>
        {hasDealerAccess(user) && (
          <ButtonLink to="/autosallon-dashboard" variant="secondary">
            <LayoutDashboard {...icon} />
            {text.dashboard}
          </ButtonLink>
        )}
        {/* Whose subscription has run out sees its bills on the dashboard, and may become a dealer again. */}
        {!user.isDealer && (
          <ButtonLink to="/autosallon-signup" variant="secondary">
            <Store {...icon} />
            {text.becomeDealer}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
