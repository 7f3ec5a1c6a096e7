/**
 * What a guest pressed that needs an account: the mark (hash) of the address to come back to after signing in or
 * registering. It is done there, once, and taken out of the address first, so that a reload does not do it again.
 */
export const askedMarks = { follow: "#ndiq", saveSearch: "#ruaj" } as const;

export type Asked = keyof typeof askedMarks;

/** What somebody who is sent on to `next` wanted, so that /login and /register say why an account is needed. */
export function askedIn(next: string | null): Asked | null {
  const marks = Object.entries(askedMarks);
  const found = marks.find(([, mark]) => next?.endsWith(mark) === true)?.[0];
  return found === "follow" || found === "saveSearch" ? found : null;
}

/** The address without the mark of something to be done. */
export function withoutMark(next: string): string {
  const mark = Object.values(askedMarks).find((each) => next.endsWith(each));
  return mark === undefined ? next : next.slice(0, -mark.length);
}
