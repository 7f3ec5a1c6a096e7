import { lazy, type ReactNode, Suspense, useState } from "react";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { buttonClass, IconButton } from "#web/components/button.tsx";
import { Heart } from "#web/components/icons.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { loadPart } from "#web/components/load-part.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { useAuth } from "#web/lib/auth.ts";
import { useFollowedLinks } from "#web/lib/plain-links.ts";
import { signInFrom } from "#web/lib/safe-next.ts";
import { Logo } from "./logo.tsx";
import { SearchBox } from "./search-box.tsx";

const loadPhoneMenu = () => import("./phone-menu.tsx");
const PhoneMenu = lazy(loadPhoneMenu);
// If it cannot be loaded (no connection), the page works without the menu.
const UserMenu = lazy(() => import("./user-menu.tsx").catch(() => ({ default: () => null })));

/** The page is cached for all visitors, so only a click knows where signing in returns to. */
function addressOf({ pathname, search, hash }: HTMLAnchorElement): string {
  if (pathname === "/login" || pathname === "/register") return signInFrom(pathname, location);
  return pathname + search + hash;
}

/** Logo, search and account. The server renders it as for guests; the browser fills in a signed-in user. */
export function Header({ siteName }: { siteName: string }) {
  const { status, user } = useAuth();
  const follow = useFollowedLinks(addressOf);
  // The open part of the phone's menu, which is loaded when first opened.
  const [menu, setMenu] = useState<"closed" | "menu" | "search">("closed");
  const [menuLoaded, setMenuLoaded] = useState(false);
  // The pressed button, while the menu's chunk loads.
  const [coming, setComing] = useState<"menu" | "search" | null>(null);
  async function open(part: "menu" | "search"): Promise<void> {
    const at = location.href;
    setComing(part);
    const loaded = await loadPart(loadPhoneMenu);
    // Not if the person has navigated meanwhile.
    if (loaded && location.href === at) {
      setMenuLoaded(true);
      setMenu(part);
    }
    setComing(null);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- clicks bubble from its links, which handle the keyboard
    <header className="top-bar border-b border-line bg-paper" onClick={follow}>
      <div className="page flex h-16 items-center gap-1 md:gap-6">
        <a
          href="/"
          aria-label={text.homeOf(siteName)}
          className="flex min-h-11 min-w-0 items-center gap-2.5 md:shrink-0 text-xl font-bold tracking-tight text-ink no-underline"
        >
          <Logo className="size-[min(2rem,10vw)] shrink-0" />
          <span className="truncate">{siteName}</span>
        </a>
        <SearchBox className="hidden max-w-md grow md:block" />
        <nav
          aria-label={text.mainNavigation}
          className="ms-auto flex shrink-0 items-center justify-end md:min-w-80 md:gap-2"
        >
          <a
            href="/favorites"
            aria-label={text.favorites}
            title={text.favorites}
            className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink hover:bg-surface"
          >
            <Heart className="size-6" />
          </a>
          {user ? (
            <>
              <a href="/add-car" className={buttonClass("primary", "md", "max-md:hidden")}>
                <Plus />
                {text.addCar}
              </a>
              <Suspense fallback={<span className="h-11 w-32 max-md:hidden" />}>
                <UserMenu user={user} />
              </Suspense>
            </>
          ) : (
            // Hidden before the first paint for signed-in users (see root.tsx):
            // no flash of the guest's links.
            <div className={status === "guest" ? "contents" : "guest-links contents"}>
              <a href="/login" className={buttonClass("quiet", "md", "max-md:hidden")}>
                {text.login}
              </a>
              <a
                href="/register"

                className={buttonClass("secondary", "md", "max-md:hidden")}
              >
                {text.register}
              </a>
              <a href="/add-car" className={buttonClass("primary", "md", "max-md:px-3!")}>
                {text.sell}
              </a>
            </div>
          )}
          <MenuButton label={text.search} busy={coming === "search"} onClick={() => void open("search")}>
            <circle cx="11" cy="11" r="6.5" />
            <path d="m16 16 4.5 4.5" />
          </MenuButton>
          <MenuButton label={text.openMenu} busy={coming === "menu"} onClick={() => void open("menu")}>
            <path d="M4 7h16M4 12h16M4 17h16" />
          </MenuButton>
        </nav>
      </div>
      {menuLoaded && (
        <Suspense>
          <PhoneMenu
            open={menu !== "closed"}
            searching={menu === "search"}
            onClose={() => setMenu("closed")}
          />
        </Suspense>
      )}
    </header>
  );
}

/** Opens the phone's menu; shows a spinner while its chunk loads. */
function MenuButton({
  label,
  busy,
  onClick,
  children,
}: {
  label: string;
  busy: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      className="md:hidden"
      onClick={onClick}
    >
      {busy ? <Spinner /> : <StrokeIcon className="size-6">{children}</StrokeIcon>}
    </IconButton>
  );
}

function Plus() {
  return (
    <StrokeIcon width="2.25" className="size-5">
      <path d="M12 5v14M5 12h14" />
    </StrokeIcon>
  );
}
