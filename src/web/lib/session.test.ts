import { describe, expect, test, vi } from "vitest";
import { createApiClient } from "./api-client.ts";
import { createAuthStore, type Exclusive, refreshEveryMs, UserUnavailableError } from "./auth-store.ts";
import { createSessionFetch } from "./session-fetch.ts";
import { createSessionStore, signOutKey, tokenKey, userKey } from "./session-storage.ts";

const arta = {
  id: "u1",
  firstName: "Arta",
  lastName: "Krasniqi",
  email: "arta@example.com",
  emailVerified: true,
  phone: null,
  isDealer: false,
  isAdmin: false,
  stripeCustomerId: null,
  dealerSubscription: null,
  suspension: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};

/** A browser's storage; `full` and `forbidden` throw as in browsers. */
function storageOf(mode: "works" | "full" | "forbidden" = "works", given: Record<string, string> = {}) {
  const entries = new Map(Object.entries(given));
  const storage: Storage = {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (mode === "full") throw new DOMException("full", "QuotaExceededError");
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
  return {
    entries,
    open: () => {
      if (mode === "forbidden") throw new DOMException("forbidden", "SecurityError");
      return storage;
    },
  };
}

type Call = { path: string; bearer: string | null; credentials: string | undefined };

/** A browser with its storage and a server that answers by `routes`; records every call. */
function browser(options: {
  routes: Record<string, (call: Call) => Response | Promise<Response>>;
  storage?: ReturnType<typeof storageOf>;
  hint?: boolean;
  now?: () => number;
  exclusive?: Exclusive;
}) {
  const calls: Call[] = [];
  const storage = options.storage ?? storageOf();
  const session = createSessionStore(storage.open);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = typeof input === "string" ? input : "";
    const call = {
      path: `${init?.method} ${path}`,
      bearer: new Headers(init?.headers).get("Authorization"),
      credentials: init?.credentials,
    };
    calls.push(call);
    const route = options.routes[call.path];
    if (route === undefined) throw new TypeError("Failed to fetch");
    return route(call);
  };
  const api = createApiClient(createSessionFetch(session.token, fetch));
  let turn = Promise.resolve();
  const store = createAuthStore({
    api,
    session,
    mayHaveSession: () => options.hint ?? false,
    exclusive:
      options.exclusive ??
      ((work) => {
        const mine = turn.then(work);
        turn = mine.then(
          () => undefined,
          () => undefined,
        );
        return mine;
      }),
    now: options.now ?? (() => 0),
  });
  return { calls, session, api, store, storage, paths: () => calls.map((call) => call.path) };
}

/** A server's answer that is pending until the test gives it. */
function late() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, give: resolve };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const refused = () => json({ message: "Duhet të hyni", code: "not_signed_in" }, 401);
const stored = { [tokenKey]: "old", [userKey]: JSON.stringify(arta) };

/** A signed-in tab, and its clock. */
function signedIn() {
  let time = 0;
  let issued = 0;
  const tab = browser({
    routes: {
      "GET /api/me": () => json(arta),
      "POST /api/refresh-token": () => json({ token: `t${++issued}` }),
    },
    storage: storageOf("works", stored),
    now: () => time,
  });
  return { ...tab, pass: (ms: number) => (time += ms) };
}

describe("the stored session", () => {
  test("the session is stored for the next page", () => {
    const storage = storageOf();
    createSessionStore(storage.open).setToken("t");
    createSessionStore(storage.open).setUser(arta);
    const next = createSessionStore(storage.open);
    expect([next.token(), next.user()]).toEqual(["t", arta]);
    next.clear();
    expect([next.token(), next.user(), storage.entries.size]).toEqual([null, null, 0]);
  });

  test.each(["full", "forbidden"] as const)(
    "the session stays in the tab's memory where storage is %s",
    (mode) => {
      const session = createSessionStore(storageOf(mode).open);
      session.setToken("t");
      session.setUser(arta);
      expect([session.token(), session.user()]).toEqual(["t", arta]);
      session.clear();
      expect([session.token(), session.user()]).toEqual([null, null]);
    },
  );

  test("a newer token replaces an older one even when the storage is full", () => {
    const storage = storageOf("full", { [tokenKey]: "old" });
    createSessionStore(storage.open).setToken("new");
    expect(createSessionStore(storage.open).token()).toBeNull();
  });

  test.each(["", "null", "{}", "[1]", "{broken", '{"id":1,"firstName":"A","lastName":"B","email":"c"}'])(
    "the stored value %j is no user",
    (text) => {
      expect(createSessionStore(storageOf("works", { [userKey]: text }).open).user()).toBeNull();
    },
  );
});

describe("a call", () => {
  test("a call sends cookies and the bearer token", async () => {
    const { api, calls } = browser({
      routes: { "GET /api/me": () => json(arta) },
      storage: storageOf("works", stored),
    });
    await api("GET /api/me");
    expect(calls).toEqual([{ path: "GET /api/me", bearer: "Bearer old", credentials: "same-origin" }]);
  });

  test("a refused call is repeated once with the bearer token alone", async () => {
    const { api, calls } = browser({
      routes: { "GET /api/me": ({ credentials }) => (credentials === "omit" ? json(arta) : refused()) },
      storage: storageOf("works", stored),
    });
    expect(await api("GET /api/me")).toEqual(arta);
    expect(calls.map((call) => [call.bearer, call.credentials])).toEqual([
      ["Bearer old", "same-origin"],
      ["Bearer old", "omit"],
    ]);
  });

  test("a refused call is not repeated twice, nor once without a token", async () => {
    const withToken = browser({ routes: { "GET /api/me": refused }, storage: storageOf("works", stored) });
    await expect(withToken.api("GET /api/me")).rejects.toMatchObject({ status: 401 });
    expect(withToken.calls).toHaveLength(2);
    const without = browser({ routes: { "GET /api/me": refused } });
    await expect(without.api("GET /api/me")).rejects.toMatchObject({ status: 401 });
    expect(without.calls).toHaveLength(1);
  });

  test("a login is sent once without an old token, so that a wrong password counts once", async () => {
    const { api, calls } = browser({
      routes: { "POST /api/login": refused },
      storage: storageOf("works", stored),
    });
    await expect(api("POST /api/login", { body: { email: "a", password: "b" } })).rejects.toMatchObject({
      status: 401,
    });
    expect(calls).toEqual([{ path: "POST /api/login", bearer: null, credentials: "same-origin" }]);
  });
});

describe("the start of a page", () => {
  test("the start loads and stores the current user", async () => {
    const { store, session } = browser({
      routes: { "GET /api/me": () => json({ ...arta, firstName: "Arta M." }) },
      storage: storageOf("works", stored),
    });
    expect(store.state()).toEqual({ status: "loading", user: null });
    await store.start();
    expect(store.state()).toMatchObject({ status: "user", user: { firstName: "Arta M." } });
    expect(session.user()?.firstName).toBe("Arta M.");
  });

  test("the start asks nothing for a first-time guest", async () => {
    const { store, calls } = browser({ routes: {} });
    await store.start();
    expect([store.state().status, calls]).toEqual(["guest", []]);
  });

  test("the start checks for a cookie session only with a hint or when a page needs it", async () => {
    const routes = { "GET /api/me": () => json(arta) };
    const hinted = browser({ routes, hint: true });
    await hinted.store.start();
    expect(hinted.store.state().status).toBe("user");

    const guarded = browser({ routes });
    await guarded.store.start();
    expect(guarded.store.state().status).toBe("guest");
    await guarded.store.start({ ask: true });
    expect(guarded.store.state().status).toBe("user");
  });

  test("several pages share one request for the current user", async () => {
    const { store, paths } = browser({ routes: { "GET /api/me": refused } });
    await Promise.all([store.start({ ask: true }), store.start({ ask: true }), store.start()]);
    await store.start({ ask: true });
    expect(paths()).toEqual(["GET /api/me"]);
  });

  test("a failed load with a stored user refreshes the token and loads again", async () => {
    const { store, session, paths } = browser({
      routes: {
        "GET /api/me": ({ bearer }) => (bearer === "Bearer new" ? json(arta) : refused()),
        "POST /api/refresh-token": () => json({ token: "new" }),
      },
      storage: storageOf("works", stored),
    });
    await store.start();
    expect([store.state().status, session.token()]).toEqual(["user", "new"]);
    expect(paths()).toEqual(["GET /api/me", "GET /api/me", "POST /api/refresh-token", "GET /api/me"]);
  });

  test("the stored user is used when loading fails again after the refresh", async () => {
    const { store, session } = browser({
      routes: { "GET /api/me": () => json({}, 503), "POST /api/refresh-token": () => json({ token: "new" }) },
      storage: storageOf("works", stored),
    });
    await store.start();
    expect(store.state()).toEqual({ status: "user", user: arta });
    expect(session.token()).toBe("new");
  });

  test.each([
    ["is refused", { "GET /api/me": refused, "POST /api/refresh-token": refused }],
    ["throws", { "GET /api/me": refused }],
  ])("the stored user and token are removed if the refresh %s", async (_, routes) => {
    const { store, storage } = browser({ routes, storage: storageOf("works", stored) });
    await store.start();
    expect([store.state().status, storage.entries.size]).toEqual(["guest", 0]);
  });

  test("the start refreshes no token without a stored user", async () => {
    const { store, paths, storage } = browser({
      routes: { "GET /api/me": refused },
      storage: storageOf("works", { [tokenKey]: "old" }),
    });
    await store.start();
    expect([store.state().status, storage.entries.size]).toEqual(["guest", 0]);
    expect(paths()).not.toContain("POST /api/refresh-token");
  });
});

describe("signing in and out", () => {
  const routes = {
    "POST /api/login": () => json({ token: "t", user: arta }),
    "POST /api/register": () => json({ token: "t", user: arta }, 201),
    "POST /api/logout": () => new Response(null, { status: 204 }),
    "GET /api/me": () => json(arta),
  };
  const credentials = { email: "arta@example.com", password: "secret" };

  test("login stores token and user and notifies subscribers", async () => {
    const { store, session } = browser({ routes });
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.state().status));
    expect(await store.login(credentials)).toEqual(arta);
    expect([session.token(), session.user(), seen]).toEqual(["t", arta, ["user"]]);
  });

  test("registering signs the person in", async () => {
    const { store } = browser({ routes });
    await store.register({ firstName: "A", lastName: "K", email: "a@b.c", phone: "", password: "secret" });
    expect(store.state().status).toBe("user");
  });

  test("a login fails when its user cannot be loaded", async () => {
    const { store, session } = browser({ routes: { ...routes, "GET /api/me": () => json({}, 500) } });
    await expect(store.login(credentials)).rejects.toBeInstanceOf(UserUnavailableError);
    expect([store.state().status, session.token()]).toEqual(["guest", null]);
  });

  test("a refused login changes nothing", async () => {
    const { store, session } = browser({ routes: { "POST /api/login": refused } });
    await expect(store.login(credentials)).rejects.toMatchObject({ status: 401 });
    expect([session.token(), session.user()]).toEqual([null, null]);
  });

  test("logout ends the session on the device at once and tells the server", async () => {
    const { store, storage, calls } = browser({ routes, storage: storageOf("works", stored) });
    await store.start();
    const done = store.logout();
    expect([store.state().status, storage.entries.has(tokenKey)]).toEqual(["guest", false]);
    await done;
    expect(calls.at(-1)).toMatchObject({ path: "POST /api/logout", bearer: `Bearer ${stored[tokenKey]}` });
    expect(storage.entries.size).toBe(0);
  });

  test("logout without a connection is final on the device and reaches the server later", async () => {
    const storage = storageOf("works", stored);
    const offline = browser({ routes: { "GET /api/me": () => json(arta) }, storage });
    await offline.store.start();
    await expect(offline.store.logout()).rejects.toThrow();
    expect([offline.store.state().status, offline.session.token(), offline.session.user()]).toEqual([
      "guest",
      null,
      null,
    ]);

    // The next page: the cookie is still valid, but the server is not asked for its user.
    const dead = browser({ routes: { "GET /api/me": () => json(arta) }, storage, hint: true });
    await dead.store.start({ ask: true });
    expect(dead.store.state().status).toBe("guest");
    await dead.store.settleSignOut();

    const back = browser({ routes, storage, hint: true });
    await back.store.start({ ask: true });
    await back.store.settleSignOut();
    expect(new Set(back.paths())).toEqual(new Set(["POST /api/logout"]));
    expect([back.store.state().status, storage.entries.size]).toEqual(["guest", 0]);
    const told = back.calls.length;
    await back.store.settleSignOut();
    expect(back.calls).toHaveLength(told);
  });

  test("a late sign-out does not end a session that was opened after it", async () => {
    const storage = storageOf("works", { [signOutKey]: "1" });
    const { promise: line, resolve: answer } = Promise.withResolvers<Response>();
    const { store, paths } = browser({ routes: { ...routes, "POST /api/logout": () => line }, storage });
    await store.start();
    const login = store.login(credentials);
    answer(new Response(null, { status: 204 }));
    await login;
    expect(paths()).toEqual(["POST /api/logout", "POST /api/login", "GET /api/me"]);
    expect([store.state().status, storage.entries.has(signOutKey)]).toEqual(["user", false]);
  });

  test("signing in and out in one tab reaches other tabs", async () => {
    const storage = storageOf("works", stored);
    const here = browser({ routes, storage });
    const there = browser({ routes, storage });
    await Promise.all([here.store.start(), there.store.start()]);
    await here.store.logout();
    there.store.onStorage(tokenKey);
    expect(there.store.state().status).toBe("guest");
    await here.store.login(credentials);
    there.store.onStorage(userKey);
    expect(there.store.state()).toMatchObject({ status: "user", user: { id: "u1" } });
  });

  test("a page restored from the back-forward cache takes over the current session", async () => {
    const storage = storageOf("works", stored);
    const { store } = browser({ routes, storage });
    await store.start();
    storage.entries.set(userKey, JSON.stringify({ ...arta, id: "u2" }));
    store.onStorage(null);
    expect(store.state()).toMatchObject({ status: "user", user: { id: "u2" } });
    storage.entries.clear();
    store.onStorage(null);
    expect(store.state().status).toBe("guest");
  });

  test("the session ignores other keys in the storage", async () => {
    const { store, storage } = browser({ routes, storage: storageOf("works", stored) });
    await store.start();
    storage.entries.clear();
    store.onStorage("carDraft");
    expect(store.state().status).toBe("user");
  });

  test("the next refused call reveals a session that ended elsewhere", async () => {
    let ended = false;
    const { store } = browser({
      routes: { "GET /api/me": () => (ended ? refused() : json(arta)), "POST /api/refresh-token": refused },
      storage: storageOf("works", stored),
    });
    await store.start();
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.state().status));
    await store.recheck();
    ended = true;
    await store.recheck();
    // Never back to "loading": a form being filled in stays mounted.
    expect(seen).toEqual(["user", "guest"]);
  });
});

describe("late answers", () => {
  const credentials = { email: "arta@example.com", password: "secret" };
  const login = { "POST /api/login": () => json({ token: "new", user: arta }, 200) };

  test("a late refusal does not sign out a person who has signed in since", async () => {
    const first = late();
    const answers = [first.answer, () => json(arta)];
    const { store, session } = browser({
      routes: { ...login, "GET /api/me": () => answers.shift()?.() ?? refused() },
      hint: true,
    });
    const started = store.start();
    await store.login(credentials);
    first.give(refused());
    await started;
    expect([store.state().status, session.token()]).toEqual(["user", "new"]);
  });

  test("a refused refresh does not end a session that was opened meanwhile", async () => {
    const refresh = late();
    const { store, session, paths } = browser({
      routes: {
        ...login,
        "GET /api/me": ({ bearer }) => (bearer === "Bearer new" ? json(arta) : refused()),
        "POST /api/refresh-token": refresh.answer,
      },
      storage: storageOf("works", stored),
    });
    const started = store.start();
    await vi.waitFor(() => expect(paths()).toContain("POST /api/refresh-token"));
    await store.login(credentials);
    refresh.give(refused());
    await started;
    expect([store.state().status, session.token()]).toEqual(["user", "new"]);
  });

  test.each(["a start", "a reload"])(
    "a late answer to %s does not sign a person in after sign-out",
    async (asker) => {
      const me = late();
      const { store, storage } = browser({
        routes: { "GET /api/me": me.answer, "POST /api/logout": () => new Response(null, { status: 204 }) },
        storage: storageOf("works", stored),
      });
      const asked = asker === "a start" ? store.start() : store.reload();
      await store.logout();
      me.give(json(arta));
      await asked;
      expect([store.state().status, storage.entries.size]).toEqual(["guest", 0]);
    },
  );

  test("a late new token does not sign a person in after sign-out", async () => {
    const refresh = late();
    let time = 0;
    const { store, storage } = browser({
      routes: {
        "GET /api/me": () => json(arta),
        "POST /api/refresh-token": refresh.answer,
        "POST /api/logout": () => new Response(null, { status: 204 }),
      },
      storage: storageOf("works", stored),
      now: () => time,
    });
    await store.start();
    time = refreshEveryMs;
    const refreshed = store.refreshIfDue();
    await store.logout();
    refresh.give(json({ token: "new" }));
    await refreshed;
    expect(storage.entries.size).toBe(0);
  });

  test("a late answer does not restore the account that another tab has left", async () => {
    const me = late();
    const { store, storage } = browser({
      routes: { "GET /api/me": me.answer },
      storage: storageOf("works", stored),
    });
    const started = store.start();
    storage.entries.clear();
    store.onStorage(tokenKey);
    me.give(json(arta));
    await started;
    expect([store.state().status, storage.entries.size]).toEqual(["guest", 0]);
  });
});

describe("an ended session", () => {
  test("a session ends once for all calls that were refused together", async () => {
    let ended = false;
    const { store, paths } = browser({
      routes: { "GET /api/me": () => (ended ? refused() : json(arta)), "POST /api/refresh-token": refused },
      storage: storageOf("works", stored),
    });
    await store.start();
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.state().status));
    ended = true;
    const before = paths().length;
    await Promise.all([store.recheck(), store.recheck(), store.recheck()]);
    expect(seen).toEqual(["guest"]);
    // Each once with cookie and bearer, once with the bearer alone.
    expect(paths().slice(before)).toEqual([
      "GET /api/me",
      "GET /api/me",
      "POST /api/refresh-token",
      "POST /api/refresh-token",
    ]);
  });

  test("a session that another tab found ended has ended for a waiting tab too", async () => {
    const storage = storageOf("works", stored);
    const routes = { "GET /api/me": refused, "POST /api/refresh-token": refused };
    const here = browser({ routes, storage });
    const found = Promise.withResolvers<void>();
    const there = browser({
      routes,
      storage,
      exclusive: async (work) => {
        await found.promise;
        return work();
      },
    });
    const waiting = there.store.start();
    await here.store.start();
    found.resolve();
    await waiting;
    expect([here.store.state().status, there.store.state().status]).toEqual(["guest", "guest"]);
  });
});

describe("refreshing the token", () => {
  test("the token is refreshed every six hours and not earlier", async () => {
    const { store, session, pass } = signedIn();
    await store.start();
    pass(refreshEveryMs - 1);
    await store.refreshIfDue();
    expect(session.token()).toBe("old");
    pass(1);
    await store.refreshIfDue();
    expect(session.token()).toBe("t1");
    await store.refreshIfDue();
    expect(session.token()).toBe("t1");
    pass(refreshEveryMs);
    await store.refreshIfDue();
    expect(session.token()).toBe("t2");
  });

  test("two refreshes at once send one request", async () => {
    const { store, session, paths, pass } = signedIn();
    await store.start();
    pass(refreshEveryMs);
    await Promise.all([store.refreshIfDue(), store.refreshIfDue()]);
    expect(session.token()).toBe("t1");
    expect(paths().filter((path) => path === "POST /api/refresh-token")).toHaveLength(1);
  });
});
