import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { Sheet } from "#web/components/dialog.tsx";
import { useAuth } from "#web/lib/auth.ts";
import { signInFrom } from "#web/lib/safe-next.ts";
import { SearchBox } from "./search-box.tsx";
import { useLogout } from "./use-logout.ts";
import { Initial } from "./user-menu.tsx";
import { userMenuItems } from "./user-menu-items.ts";

const itemLook =
  "flex min-h-13 w-full items-center border-b border-line text-left text-lg text-ink no-underline aria-[current=page]:font-semibold";

/** The phone's menu: the actions of the wide navigation, on the full screen. */
export default function PhoneMenu({
  open,
  searching,
  onClose,
}: {
  open: boolean;
  searching: boolean;
  onClose: () => void;
}) {
  const { user } = useAuth();
  const logout = useLogout();
  const location = useLocation();
  const { key } = location;
  const shownFor = useRef(key);
  useEffect(() => {
    if (shownFor.current !== key) onClose();
    shownFor.current = key;
  }, [key, onClose]);
  const entries = [
    { to: "/search", label: text.allCars },
    ...(user ? userMenuItems(user) : [{ to: "/favorites", label: text.favorites }]),
  ];
  return (
    <Sheet open={open} onClose={onClose} title={text.menu} hideTitle>
      <SearchBox focused={searching} onSearch={onClose} />
      {user && (
        <p className="mt-8 flex items-center gap-3 text-lg font-semibold">
          <Initial name={user.firstName} />
          <span className="truncate">
            {user.firstName} {user.lastName}
          </span>
        </p>
      )}
      <ul className="mt-4 list-none">
        {entries.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={itemLook} onClick={onClose}>
              {label}
            </NavLink>
          </li>
        ))}
        {user && (
          <li>
            <button type="button" onClick={() => void logout()} className={itemLook}>
              {text.logout}
            </button>
          </li>
        )}
      </ul>
      <div className="mt-8 grid gap-3">
        {user ? (
          <ButtonLink to="/add-car" size="lg" onClick={onClose}>
            {text.addCar}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/add-car" size="lg" onClick={onClose}>
              {text.sell}
            </ButtonLink>
            <ButtonLink
              to={signInFrom("/register", location)}
              size="lg"
              variant="secondary"
              onClick={onClose}
            >
              {text.register}
            </ButtonLink>
            <ButtonLink to={signInFrom("/login", location)} size="lg" variant="secondary" onClick={onClose}>
              {text.login}
            </ButtonLink>
          </>
        )}
      </div>
    </Sheet>
  );
}
