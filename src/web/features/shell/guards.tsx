import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";
import { Loading } from "#web/components/states.tsx";
import { withoutMark } from "#web/lib/asked-before.ts";
import { useAuth } from "#web/lib/auth.ts";
import { safeNext, withNext } from "#web/lib/safe-next.ts";
import { useSettled } from "#web/lib/use-settled.ts";

/** A page for signed-in people: loading, then the page, or the way to sign in and back here. */
export function RequireUser({
  children,
  signIn = "/login",
  loading,
}: {
  children: ReactNode;
  /** /add-car sends its guests to /register (specification.md#navigation). */
  signIn?: "/login" | "/register";
  /** What stands there until it is known who this is. */
  loading?: ReactNode;
}) {
  const { status } = useAuth();
  const settled = useSettled();
  const { pathname, search, state } = useLocation();
  if (status === "user") return children;
  if (status === "guest" && settled) {
    // Navigation state (a car on its way to be paid for) survives the detour.
    return <Redirect to={withNext(signIn, pathname + search)} state={{ next: state }} />;
  }
  return loading ?? <Loading label={text.checkingSession} className="min-h-96" />;
}

/**
 * A page for guests alone: whoever is signed in goes on to ?next=, else to /search. What was asked for before signing in
 * is done for who signed in here: whoever comes later, by Back, has had it done.
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
  // The form is there at once, for everybody: the server cannot know, and most who come are guests.
  return children;
}

/** Goes to `to` once; React Router's own Navigate starts again whenever its state is a new object. */
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
 * Whether the browser is at another page already, which React is still about to draw in this one's place: whoever
 * signs out here is on the way to the home page, and a slow phone must not turn them round to the login.
 */
function hasLeft(pathname: string): boolean {
  const { href, pathname: current } = globalThis.location;
  return new URL(pathname, href).pathname !== current;
}

function nextState(state: unknown): unknown {
  return typeof state === "object" && state !== null && "next" in state ? state.next : undefined;
}
