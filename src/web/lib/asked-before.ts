/**
 * A guest's action that needs an account: a mark in the hash of the address to return to after signing in. It
 * is done there once, after its removal from the address, so that a reload does not repeat it.
 */
export const askedMarks = { follow: "#ndiq", saveSearch: "#ruaj" } as const;

export type Asked = keyof typeof askedMarks;

/** The action of somebody who is sent on to `next`, so that /login and /register explain why an account is needed. */
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
