import { useEffect, useSyncExternalStore } from "react";
import { createApiClient } from "./api-client.ts";
import type { ApiClient } from "./api-types.ts";
import { type AuthState, createAuthStore, refreshEveryMs } from "./auth-store.ts";
import { clearCachedCars } from "./cached-cars.ts";
import { oneTabAtATime } from "./one-tab.ts";
import { createSessionFetch } from "./session-fetch.ts";
import { createSessionStore } from "./session-storage.ts";

export { UserUnavailableError } from "./auth-store.ts";

const session = createSessionStore(() => localStorage);
const send = createSessionFetch(session.token, (path, init) => globalThis.fetch(path, init));

/** The API for the browser: cookies, bearer token, one retry (specification.md#accounts). Not for loaders. */
export const api: ApiClient = createApiClient(async (path, call) => {
  const answer = await send(path, call);
  // The store handles a 401 of its own calls itself.
  if (answer.status === 401 && path !== "/api/me" && path !== "/api/refresh-token") void store.recheck();
  return answer;
});

/** The bearer header for a request that cannot go through `api`, such as an upload with progress. */
export function bearerHeader(): Record<string, string> {
  const token = session.token();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

// Browsers have Web Locks only over https.
const exclusive = oneTabAtATime("vetura-refresh-token", () =>
  "locks" in navigator ? navigator.locks : undefined,
);

/** A cookie readable by scripts, set beside the session cookie: says only that there is one. */
const signedInCookie = /(?:^|;\s*)signed_in=1(?:;|$)/;

function mayHaveSession(): boolean {
  return !storageWorks() || signedInCookie.test(document.cookie);
}

function storageWorks(): boolean {
  try {
    localStorage.getItem("");
    return true;
  } catch {
    return false;
  }
}

const store = createAuthStore({ api, session, mayHaveSession, exclusive, now: Date.now });

/** The server renders every page for an unknown visitor, so that it is the same for all. */
const serverState: AuthState = { status: "loading", user: null };

const { login, register, logout, reload } = store;
const actions = { login, register, logout, reload };

export type Auth = AuthState & typeof actions;

/**
 * The signed-in user, and functions that change it. They reject with ApiError, NetworkError,
 * UserUnavailableError.
 */
export function useAuth(): Auth {
  const state = useSyncExternalStore(store.subscribe, store.state, () => serverState);
  return { ...state, ...actions };
}

/** The signed-in user outside React; null for a guest, and before the user is known. */
export function signedInUserId(): string | null {
  return store.state().user?.id ?? null;
}

/** Starts the session and its renewal; call it once, in the root. */
export function useAuthLifecycle(): void {
  useEffect(() => {
    let userId = signedInUserId();
    const forgetCars = store.subscribe(() => {
      const next = signedInUserId();
      if (userId !== null && next !== userId) clearCachedCars();
      userId = next;
    });
    void store.start();
    const refresh = () => void store.refreshIfDue();
    const onStorage = (event: StorageEvent) => store.onStorage(event.key);
    // A page from the back/forward cache missed other tabs' events: it must not show a signed-out account.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) store.onStorage(null);
    };
    // A sleeping laptop stops timers: also refresh when the page becomes visible.
    const timer = setInterval(refresh, refreshEveryMs / 24);
    document.addEventListener("visibilitychange", refresh);
    globalThis.addEventListener("storage", onStorage);
    globalThis.addEventListener("pageshow", onShow);
    return () => {
      forgetCars();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
      globalThis.removeEventListener("storage", onStorage);
      globalThis.removeEventListener("pageshow", onShow);
    };
  }, []);
}

/** Determines the user for a page that needs it: asks the server even if nothing is stored. */
export function askWhoIsSignedIn(): Promise<void> {
  return store.start({ ask: true });
}
