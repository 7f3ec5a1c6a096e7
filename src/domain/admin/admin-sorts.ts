/** Sort keys of the admin lists; each takes `_asc` or `_desc`: `sort=name_asc`. */
export const userSortKeys = ["name", "email", "phone", "cars", "status", "createdAt"] as const;
export type UserSortKey = (typeof userSortKeys)[number];
export const carSortKeys = ["name", "price", "owner", "status", "createdAt"] as const;
export type CarSortKey = (typeof carSortKeys)[number];

export interface Sort<Key extends string> {
  readonly key: Key;
  readonly descending: boolean;
}

/** `name_desc` -> key and direction; null for an unknown sort. */
export function parseSort<Key extends string>(keys: readonly Key[], text: string): Sort<Key> | null {
  const [name = "", direction, ...rest] = text.split("_");
  const key = keys.find((one) => one === name);
  if (key === undefined || rest.length > 0 || (direction !== "asc" && direction !== "desc")) return null;
  return { key, descending: direction === "desc" };
}

/** Newest first. */
export const defaultSort = { key: "createdAt", descending: true } as const;

/** `suspended`: by an admin; such an account also has one of the other roles. */
export const userRoles = ["admin", "dealer", "user", "suspended"] as const;
export type UserRole = (typeof userRoles)[number];

/** `hidden`: by an admin; such a car also has one of the other states. */
export const carStatuses = ["active", "sold", "archived", "hidden"] as const;
export type CarStatus = (typeof carStatuses)[number];
