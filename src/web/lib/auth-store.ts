import type { User } from "#contract/accounts.ts";
import type { CallInput } from "#contract/endpoints.ts";
import type { ApiClient } from "./api-types.ts";
import { type SessionStore, tokenKey, userKey } from "./session-storage.ts";

export type AuthState =
  /** Not confirmed yet; `user` is the stored one, good only for a name in a menu. */
  { status: "loading"; user: User | null } | { status: "guest"; user: null } | { status: "user"; user: User };

/** Signed in, but the account's data could not be read (specification.md#accounts). */
export class UserUnavailableError extends Error {
  override readonly name = "UserUnavailableError";
}

export const refreshEveryMs = 6 * 60 * 60 * 1000;

/** Runs work in only one tab at a time. */
export type Exclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * The browser's session (specification.md#accounts). `mayHaveSession`: whether to ask the server although no
 * user is stored; false for a first-time guest.
 */
export function createAuthStore(options: {
  api: ApiClient;
  session: SessionStore;
  mayHaveSession: () => boolean;
  exclusive: Exclusive;
  now: () => number;
}) {
  const { api, session, mayHaveSession, exclusive, now } = options;
  const listeners = new Set<() => void>();
  let state: AuthState = { status: "loading", user: null };
  let loading: Promise<void> | null = null;
  let rechecking: Promise<void> | null = null;
  let settling = Promise.resolve();
  let asked = false;
  let refreshedAt = now();
  // Counts changes of the user, so that answers to earlier calls are ignored.
  let turn = 0;

  function become(next: AuthState): void {
    if (next.status === state.status && next.user === state.user) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function nextTurn(): number {
    rechecking = null;
    turn += 1;
    return turn;
  }

  function becomeUser(user: User): void {
    session.setUser(user);
    become({ status: "user", user });
  }

  function becomeGuest(): void {
    session.clear();
    become({ status: "guest", user: null });
  }

  /** Another tab may have renewed the token meanwhile: then that one is used. */
  async function refresh(): Promise<void> {
    const mine = turn;
    const before = session.token();
    const isUnchanged = () => turn === mine && session.token() === before;
    await exclusive(async () => {
      if (!isUnchanged()) return;
      const { token } = await api("POST /api/refresh-token");
      if (isUnchanged()) session.setToken(token);
    });
    if (turn !== mine || session.token() === null) throw new Error("signed out or in anew meanwhile");
    refreshedAt = now();
  }

  async function endOnServer(): Promise<void> {
    await api("POST /api/logout");
    session.setOwesSignOut(false);
  }

  function settleSignOut(): Promise<void> {
    if (session.owesSignOut()) settling = endOnServer().catch(() => undefined);
    return settling;
  }

  async function load(ask: boolean): Promise<void> {
    if (session.owesSignOut()) {
      asked = true;
      become({ status: "guest", user: null });
      void settleSignOut();
      return;
    }
    const stored = session.user();
    if (stored === null && session.token() === null && !ask && !mayHaveSession()) {
      become({ status: "guest", user: null });
      return;
    }
    asked = true;
    const mine = turn;
    // A recheck leaves the page, with everything typed, in place until the answer.
    if (state.status !== "user") become({ status: "loading", user: stored });
    try {
      const user = await api("GET /api/me");
      if (turn === mine) becomeUser(user);
      return;
    } catch {
      if (turn !== mine) return;
      if (stored === null) {
        becomeGuest();
        return;
      }
    }
    try {
      await refresh();
    } catch {
      if (turn === mine) becomeGuest();
      return;
    }
    try {
      const user = await api("GET /api/me");
      if (turn === mine) becomeUser(user);
    } catch {
      if (turn === mine) become({ status: "user", user: stored });
    }
  }

  async function open(ask: () => Promise<{ token: string }>): Promise<User> {
    // A pending sign-out must not run after this sign-in and end the new session.
    await settling;
    const { token } = await ask();
    const mine = nextTurn();
    session.setOwesSignOut(false);
    session.setToken(token);
    refreshedAt = now();
    try {
      const user = await api("GET /api/me");
      if (turn === mine) becomeUser(user);
      return user;
    } catch (cause) {
      if (turn === mine) becomeGuest();
      throw new UserUnavailableError("signed in, but no user", { cause });
    }
  }

  return {
    state: (): AuthState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Loads the current user (specification.md#accounts), once. Without a stored user it asks the server only
     * if `mayHaveSession` says so, or with `ask`: a page that needs an account tries every cookie.
     */
    start: ({ ask } = { ask: false }): Promise<void> => {
      if (loading === null || (ask && !asked)) loading = load(ask);
      return loading;
    },
    /** After a 401: checks whether the session has ended. */
    recheck: async (): Promise<void> => {
      if (state.status !== "user") return;
      // A page's calls fail together: they share one check.
      rechecking ??= load(true).finally(() => {
        rechecking = null;
      });
      loading = rechecking;
      await loading;
    },
    /** Throws ApiError, NetworkError, UserUnavailableError. */
    login: (credentials: CallInput<"POST /api/login">["body"]) =>
      open(() => api("POST /api/login", { body: credentials })),
    /** `passwordWarning`: the password is too common. Throws as `login` does. */
    register: async (person: CallInput<"POST /api/register">["body"]) => {
      let passwordWarning: string | undefined;
      const user = await open(async () => {
        const answer = await api("POST /api/register", { body: person });
        passwordWarning = answer.passwordWarning;
        return answer;
      });
      return { user, passwordWarning };
    },
    /**
     * Signs out here at once (specification.md#accounts), then on the server. Rejects if the server could not
     * be reached: `settleSignOut` retries later, and until then a still valid cookie signs nobody in here.
     */
    logout: async (): Promise<void> => {
      session.setOwesSignOut(true);
      // Started before its token is removed.
      const ended = endOnServer();
      settling = ended.catch(() => undefined);
      asked = true;
      nextTurn();
      becomeGuest();
      await ended;
    },
    /** Retries a pending sign-out; call it when the server may be reachable again. */
    settleSignOut,
    /** Reloads the user, after a change of the profile or a payment. */
    reload: async (): Promise<void> => {
      const mine = turn;
      const user = await api("GET /api/me");
      if (turn === mine) becomeUser(user);
    },
    /** Renews the token if it has been in use for six hours. */
    refreshIfDue: async (): Promise<void> => {
      if (state.status !== "user" || now() - refreshedAt < refreshEveryMs) return;
      // Retried later; an ended session shows at the next call.
      await refresh().catch(() => undefined);
    },
    /**
     * Applies another tab's changes: call it with the key of every `storage` event; null
     * if events may have been missed.
     */
    onStorage: (key: string | null): void => {
      if (key !== null && key !== tokenKey && key !== userKey) return;
      const user = session.user();
      if (user !== null && key === tokenKey) {
        refreshedAt = now();
        return;
      }
      nextTurn();
      become(user === null ? { status: "guest", user: null } : { status: "user", user });
    },
  };
}
