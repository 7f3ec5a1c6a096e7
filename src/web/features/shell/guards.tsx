import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { Loading } from "#web/components/states.tsx";
import { withoutMark } from "#web/lib/asked-before.ts";
import { useAuth } from "#web/lib/auth.ts";
import { safeNext, withNext } from "#web/lib/safe-next.ts";
import { useSettled } from "#web/lib/use-settled.ts";

/** A page for signed-in users: loading, then the page, or a redirect to sign in and back. */
export function RequireUser({
  children,
  signIn = "/login",
  loading,
}: {
  children: ReactNode;
  /** /add-car sends guests to /register (specification.md#navigation). */
  signIn?: "/login" | "/register";
  /** Shown until the user is known. */
  loading?: ReactNode;
}) {
  const { status } = useAuth();
  const settled = useSettled();
  const { pathname, search, state } = useLocation();
  if (status === "user") return children;
  if (status === "guest" && settled) {
    // The navigation state (a car to be paid for) survives signing in.
    return <Redirect to={withNext(signIn, pathname + search)} state={{ next: state }} />;
  }
  return loading ?? <Loading label={text.checkingSession} className="min-h-96" />;
}

/**
 * A page for guests only: signed-in users are redirected to ?next=, else to /search. The mark of an action
 * (asked-before.ts) is passed on only to a guest who signs in here: on a later visit, for example by Back, it
 * is already done.
 */
export function GuestOnly({ children }: { children: ReactNode }) {
  const { status } = useAuth();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const [wasGuest, setWasGuest] = useState(false);
  if (status === "guest" && !wasGuest) setWasGuest(true);
  if (status === "user") {
    const next = safeNext(params.get("next"));
    return <Redirect to={wasGuest ? next : withoutMark(next)} state={nextState(state)} />;
  }
  // Rendered at once for everybody: the server cannot know, and most visitors here are guests.
  return children;
}

/** Redirects to `to` once; React Router's Navigate repeats whenever its state is a new object. */
function Redirect({ to, state }: { to: string; state: unknown }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const sentTo = useRef<string | null>(null);
  useEffect(() => {
    if (sentTo.current === to || hasLeft(pathname)) return;
    sentTo.current = to;
    void navigate(to, { state, replace: true });
  }, [navigate, to, state, pathname]);
  return <Loading label={text.checkingSession} className="min-h-96" />;
}

/**
 * True if the browser is already at another address that React has not rendered yet. After signing out here
 * the home page is loading, and a slow phone must not redirect to the login instead.
 */
function hasLeft(pathname: string): boolean {
  const { href, pathname: current } = globalThis.location;
  return new URL(pathname, href).pathname !== current;
}

function nextState(state: unknown): unknown {
  return typeof state === "object" && state !== null && "next" in state ? state.next : undefined;
}
