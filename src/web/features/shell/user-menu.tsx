import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import type { User } from "#contract/accounts.ts";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { Chevron } from "#web/components/icons.tsx";
import { useLayer } from "#web/lib/layers.ts";
import { useLogout } from "./use-logout.ts";
import { userMenuItems } from "./user-menu-items.ts";

const itemLook =
  "flex min-h-11 w-full items-center rounded-sm px-3 text-left text-base text-ink no-underline hover:bg-surface aria-[current=page]:font-semibold";

/**
 * The signed-in user's links behind their first name: a disclosure, as WAI-ARIA
 * recommends for site navigation.
 */
export default function UserMenu({ user }: { user: User }): ReactNode {
  // The location's key at which it was opened: following a link closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const logout = useLogout();
  const { key } = useLocation();
  const open = openAt === key;
  useLayer(open, () => setOpenAt(null));

  useEffect(() => {
    if (!open) return undefined;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpenAt(null);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !open) return;
    setOpenAt(null);
    button.current?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from anywhere inside
    <div
      ref={place}
      className="relative max-md:hidden"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpenAt(null);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpenAt(open ? null : key)}
        className="flex min-h-11 max-w-44 items-center gap-2 rounded-full border border-line py-1 ps-1 pe-3 font-medium hover:border-line-strong"
      >
        <Initial name={user.firstName} />
        <span className="truncate">{user.firstName}</span>
        <Chevron className="size-4 shrink-0" />
      </button>
      <ul
        id={listId}
        hidden={!open}
        className="absolute right-0 top-full z-50 mt-2 w-64 list-none rounded-md border border-line bg-paper p-1.5 shadow-pop"
      >
        {userMenuItems(user).map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={itemLook}>
              {label}
            </NavLink>
          </li>
        ))}
        <li className="mt-1.5 border-t border-line pt-1.5">
          <button type="button" onClick={() => void logout()} className={itemLook}>
            {text.logout}
          </button>
        </li>
      </ul>
    </div>
  );
}

export function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-blue-soft text-sm font-semibold text-blue-text uppercase"
    >
      {name.slice(0, 1)}
    </span>
  );
}
