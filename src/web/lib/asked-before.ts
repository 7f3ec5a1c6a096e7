/**
 * A guest's action that needs an account: a mark in the fragment of the return address. After signing in it
 * is removed from the address and the action runs once, so that a reload does not repeat it.
 */
export const askedMarks = { follow: "#ndiq", saveSearch: "#ruaj" } as const;

export type Asked = keyof typeof askedMarks;

/** The action marked in `next`, so that /login and /register can explain why an account is needed. */
export function askedIn(next: string | null): Asked | null {
  const marks = Object.entries(askedMarks);
  const found = marks.find(([, mark]) => next?.endsWith(mark) === true)?.[0];
  return found === "follow" || found === "saveSearch" ? found : null;
}

/** The address without the mark. */
export function withoutMark(next: string): string {
  const mark = Object.values(askedMarks).find((each) => next.endsWith(each));
  return mark === undefined ? next : next.slice(0, -mark.length);
}
