import type { User } from "#contract/accounts.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { isOpen } from "./open-pages.ts";

export type MenuEntry = { to: string; label: string };

/** What the user menu offers, by role (SPEC section 2 "Navigation"); logging out comes after it. */
export function userMenuItems(user: User): MenuEntry[] {
  const entries: (MenuEntry | null)[] = [
    { to: "/profile", label: text.profile },
    { to: "/autosallon-dashboard", label: hasDealerAccess(user) ? text.dealerDashboard : text.becomeDealer },
    { to: "/my-publishings", label: text.myCars },
    user.isAdmin ? { to: "/admin", label: text.admin } : null,
  ];
  return entries.filter((entry) => entry !== null).filter((entry) => isOpen(entry.to));
}
