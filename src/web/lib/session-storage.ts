import type { User } from "#contract/accounts.ts";

/** specification.md#accounts. */
export const tokenKey = "authToken";
export const userKey = "authUser";
/** A sign-out that has not reached the server: the cookie, which no script can remove, is still valid. */
export const signOutKey = "vetura.signOut";

/**
 * Token and user in the browser's storage, shared by all tabs. If storage is forbidden or full they are in
 * this tab's memory; after a reload the session's cookie remains.
 */
export function createSessionStore(storage: () => Storage) {
  const memory = new Map<string, string>();

  function read(key: string): string | null {
    const stored = memory.get(key);
    if (stored !== undefined) return stored;
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  }

  function write(key: string, value: string): void {
    try {
      storage().setItem(key, value);
      memory.delete(key);
    } catch {
      // An older stored value would override this one after a reload.
      remove(key);
      memory.set(key, value);
    }
  }

  function remove(key: string): void {
    memory.delete(key);
    try {
      storage().removeItem(key);
    } catch {
      // Nothing was stored.
    }
  }

  return {
    token: () => read(tokenKey),
    user: () => parsedUser(read(userKey)),
    setToken: (token: string) => write(tokenKey, token),
    setUser: (user: User) => write(userKey, JSON.stringify(user)),
    clear: () => {
      remove(tokenKey);
      remove(userKey);
    },
    /** True while the server must still be told about a sign-out here. */
    owesSignOut: () => read(signOutKey) !== null,
    setOwesSignOut: (owes: boolean) => {
      if (owes) write(signOutKey, "1");
      else remove(signOutKey);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** People can edit storage: an invalid user is ignored. */
function parsedUser(text: string | null): User | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isUser(value) ? value : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map(Object.entries(value));
  return ["id", "firstName", "lastName", "email"].every((name) => typeof fields.get(name) === "string");
}
