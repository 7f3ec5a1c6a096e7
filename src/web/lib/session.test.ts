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
  createdAt: "2026-01-01T00:00:00.000Z",
};

/** A browser's storage; `full` and `forbidden` as browsers have it. */
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

/** A browser with its storage and a server that answers by `routes`; every call is written down. */
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

/** A server's answer that is on its way until it is given. */
function late() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, give: resolve };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const refused = () => json({ message: "Duhet të hyni", code: "not_signed_in" }, 401);
const stored = { [tokenKey]: "old", [userKey]: JSON.stringify(arta) };

/** A tab that is signed in, and its clock. */
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

describe("what is stored", () => {
  test("is there for the next page", () => {
    const storage = storageOf();
    createSessionStore(storage.open).setToken("t");
    createSessionStore(storage.open).setUser(arta);
    const next = createSessionStore(storage.open);
    expect([next.token(), next.user()]).toEqual(["t", arta]);
    next.clear();
    expect([next.token(), next.user(), storage.entries.size]).toEqual([null, null, 0]);
  });

  test.each(["full", "forbidden"] as const)("lives in the tab where storage is %s", (mode) => {
    const session = createSessionStore(storageOf(mode).open);
    session.setToken("t");
    session.setUser(arta);
    expect([session.token(), session.user()]).toEqual(["t", arta]);
    session.clear();
    expect([session.token(), session.user()]).toEqual([null, null]);
  });

  test("an older token does not outlive a newer one that found the storage full", () => {
    const storage = storageOf("full", { [tokenKey]: "old" });
    createSessionStore(storage.open).setToken("new");
    expect(createSessionStore(storage.open).token()).toBeNull();
  });

  test.each(["", "null", "{}", "[1]", "{broken", '{"id":1,"firstName":"A","lastName":"B","email":"c"}'])(
    "%j is no user",
    (text) => {
      expect(createSessionStore(storageOf("works", { [userKey]: text }).open).user()).toBeNull();
    },
  );
});

describe("a call", () => {
  test("carries cookies and the bearer token", async () => {
    const { api, calls } = browser({
      routes: { "GET /api/me": () => json(arta) },
      storage: storageOf("works", stored),
    });
    await api("GET /api/me");
    expect(calls).toEqual([{ path: "GET /api/me", bearer: "Bearer old", credentials: "same-origin" }]);
  });

  test("that is refused with a token is tried once more with the bearer alone", async () => {
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

  test("is not tried a third time, nor a second without a token", async () => {
    const withToken = browser({ routes: { "GET /api/me": refused }, storage: storageOf("works", stored) });
    await expect(withToken.api("GET /api/me")).rejects.toMatchObject({ status: 401 });
    expect(withToken.calls).toHaveLength(2);
    const without = browser({ routes: { "GET /api/me": refused } });
    await expect(without.api("GET /api/me")).rejects.toMatchObject({ status: 401 });
    expect(without.calls).toHaveLength(1);
  });

  test("that signs in is sent once and without an old token: a wrong password counts once", async () => {
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

describe("at start", () => {
  test("the current user is loaded and stored", async () => {
    const { store, session } = browser({
      routes: { "GET /api/me": () => json({ ...arta, firstName: "Arta M." }) },
      storage: storageOf("works", stored),
    });
    expect(store.state()).toEqual({ status: "loading", user: null });
    await store.start();
    expect(store.state()).toMatchObject({ status: "user", user: { firstName: "Arta M." } });
    expect(session.user()?.firstName).toBe("Arta M.");
  });

  test("a first-time guest's browser asks nothing", async () => {
    const { store, calls } = browser({ routes: {} });
    await store.start();
    expect([store.state().status, calls]).toEqual(["guest", []]);
  });

  test("a cookie alone is found out about where there is a sign of it, or a page needs to know", async () => {
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

  test("the server is asked once, however many pages want to know", async () => {
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

  test("if it fails again after the refresh, the stored user stands in", async () => {
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
  ])("if the refresh %s, the stored user and token are removed", async (_, routes) => {
    const { store, storage } = browser({ routes, storage: storageOf("works", stored) });
    await store.start();
    expect([store.state().status, storage.entries.size]).toEqual(["guest", 0]);
  });

  test("without a stored user nothing is refreshed", async () => {
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

  test("login keeps token and user and tells whoever listens", async () => {
    const { store, session } = browser({ routes });
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.state().status));
    expect(await store.login(credentials)).toEqual(arta);
    expect([session.token(), session.user(), seen]).toEqual(["t", arta, ["user"]]);
  });

  test("registering signs in", async () => {
    const { store } = browser({ routes });
    await store.register({ firstName: "A", lastName: "K", email: "a@b.c", phone: "", password: "secret" });
    expect(store.state().status).toBe("user");
  });

  test("a login whose user cannot be read is no login", async () => {
    const { store, session } = browser({ routes: { ...routes, "GET /api/me": () => json({}, 500) } });
    await expect(store.login(credentials)).rejects.toBeInstanceOf(UserUnavailableError);
    expect([store.state().status, session.token()]).toEqual(["guest", null]);
  });

  test("a refused login changes nothing", async () => {
    const { store, session } = browser({ routes: { "POST /api/login": refused } });
    await expect(store.login(credentials)).rejects.toMatchObject({ status: 401 });
    expect([session.token(), session.user()]).toEqual([null, null]);
  });

  test("logout signs out here at once, and tells the server whose it was", async () => {
    const { store, storage, calls } = browser({ routes, storage: storageOf("works", stored) });
    await store.start();
    const done = store.logout();
    expect([store.state().status, storage.entries.has(tokenKey)]).toEqual(["guest", false]);
    await done;
    expect(calls.at(-1)).toMatchObject({ path: "POST /api/logout", bearer: `Bearer ${stored[tokenKey]}` });
    expect(storage.entries.size).toBe(0);
  });

  test("where the server cannot be reached one is signed out here, for good, and the server is told later", async () => {
    const storage = storageOf("works", stored);
    const offline = browser({ routes: { "GET /api/me": () => json(arta) }, storage });
    await offline.store.start();
    await expect(offline.store.logout()).rejects.toThrow();
    expect([offline.store.state().status, offline.session.token(), offline.session.user()]).toEqual([
      "guest",
      null,
      null,
    ]);

    // The next page: the cookie would still do, but it is not asked whose it is.
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

  test("a late sign-out does not end the session that is opened after it", async () => {
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

  test("other tabs follow", async () => {
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

  test("a page that a browser kept meanwhile follows whoever is signed in when it is back", async () => {
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

  test("what others keep in the storage is none of its business", async () => {
    const { store, storage } = browser({ routes, storage: storageOf("works", stored) });
    await store.start();
    storage.entries.clear();
    store.onStorage("carDraft");
    expect(store.state().status).toBe("user");
  });

  test("a session that ended elsewhere shows at the next refused call", async () => {
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
    // Never back to "loading": a form in the middle of being filled in stays where it is.
    expect(seen).toEqual(["user", "guest"]);
  });
});

describe("an answer that comes late", () => {
  const credentials = { email: "arta@example.com", password: "secret" };
  const login = { "POST /api/login": () => json({ token: "new", user: arta }, 200) };

  test("does not sign out who has signed in since it was asked for", async () => {
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

  test("of a refused refresh does not end the session that was opened meanwhile", async () => {
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

  test.each(["a start", "a reload"])("to %s does not sign in again who has signed out", async (asker) => {
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
  });

  test("with a new token is nothing to who has signed out", async () => {
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

  test("does not bring back the account that another tab has left", async () => {
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

describe("a session that has ended", () => {
  test("ends once for all calls that were refused together", async () => {
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

  test("has ended for the tab, too, that waited while another one found it out", async () => {
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

describe("while signed in", () => {
  test("the token is refreshed every six hours and not sooner", async () => {
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

  test("two at once refresh once", async () => {
    const { store, session, paths, pass } = signedIn();
    await store.start();
    pass(refreshEveryMs);
    await Promise.all([store.refreshIfDue(), store.refreshIfDue()]);
    expect(session.token()).toBe("t1");
    expect(paths().filter((path) => path === "POST /api/refresh-token")).toHaveLength(1);
  });
});
