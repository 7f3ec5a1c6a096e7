/** The cars whose pages were opened last, in this browser alone. */
const storageKey = "recentCars";
const maxEntries = 12;

/** Ids, the latest first; none where storage is forbidden. */
export function recentlySeen(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((id): id is string => typeof id === "string").slice(0, maxEntries)
      : [];
  } catch {
    return [];
  }
}

export function forgetSeen(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage nothing was noted.
  }
}

export function noteSeen(id: string): void {
  const others = recentlySeen().filter((other) => other !== id);
  try {
    localStorage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, maxEntries)));
  } catch {
    // Without storage nobody is reminded.
  }
}
