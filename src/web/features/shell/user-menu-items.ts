import type { User } from "#contract/accounts.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { shellMessages } from "#domain/messages/shell.ts";
import { userMenuMessages as text } from "#domain/messages/user-menu.ts";

export type MenuEntry = { to: string; label: string };

/** The user menu's entries, by role (specification.md#navigation); signing out comes after them. */
export function userMenuItems(user: User): MenuEntry[] {
  return [
    { to: "/profile", label: text.profile },
    { to: "/autosallon-dashboard", label: hasDealerAccess(user) ? text.dealerDashboard : text.becomeDealer },
    { to: "/my-publishings", label: text.myCars },
    { to: "/favorites", label: shellMessages.favorites },
    ...(user.isAdmin ? [{ to: "/admin", label: text.admin }] : []),
  ];
}
