import { useEffect, useEffectEvent } from "react";
import { createPath, NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * Back closes what is open over the page (dialogs, sheets, menus, the photo viewer) before it leaves the
 * page. When the first layer opens, a second history entry, a *guard*, is pushed above the page's own: the
 * same address, and React Router's state with the same `idx`. So two adjacent entries with one `idx` are one
 * page. React Router does not see a step between them; what was replaced on one (filters chosen in a sheet)
 * is copied to the other.
 *
 * A layer that is closed otherwise leaves its guard: the next layer reuses it, and Back with nothing open
 * skips the page's own entry. Removing the guard would be `history.back()`, which the browser performs later,
 * possibly after a link that closed the layer. Browsers' close requests (CloseWatcher) work in Chromium on
 * Android but not in Safari, where Back is a swipe.
 */
const open: (() => void)[] = [];

/** The tab's current history entry. During `popstate` it is the one that was left. */
let here: { state: Record<string, unknown>; href: string } | null = null;

/** Back has closed a layer since the last page was shown. */
let hasPopped = false;

const mark = "guard";

function stateOf(state: unknown): Record<string, unknown> {
  return typeof state === "object" && state !== null ? { ...state } : {};
}

function isOnePage(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  return typeof a["idx"] === "number" && a["idx"] === b["idx"];
}

function noteHere(): void {
  here = { state: stateOf(history.state), href: location.href };
}

/** Pushes a guard above the page's entry, if a layer is open and there is no guard. */
function guard(): void {
  if (open.length === 0 || here === null || mark in here.state) return;
  const state = stateOf(history.state);
  // An entry of a plain link to a fragment: React Router does not know it.
  if (typeof state["idx"] !== "number") return;
  history.pushState({ ...state, [mark]: true }, "");
}

/** Call it when a layer opens; `close` runs on Back. Call the returned function when the layer has closed. */
function addLayer(close: () => void): () => void {
  open.push(close);
  guard();
  return () => {
    open.splice(open.lastIndexOf(close), 1);
  };
}

/** A page was rendered, or its address replaced. */
function pageShown(key: string, address: string, isReplaced: boolean): void {
  const state = stateOf(history.state);
  if (here !== null && isReplaced && isOnePage(here.state, state)) {
    // React Router has replaced the guard's state.
    if (mark in here.state) history.replaceState({ ...state, [mark]: true }, "");
    // React Router already replaced the entry but Back came before render; restore the new URL.
    else if (hasPopped && state["key"] !== key) history.replaceState({ ...state, key }, "", address);
  }
  hasPopped = false;
  noteHere();
  guard();
}

function onPop(event: PopStateEvent): void {
  const from = here;
  if (from === null || !isOnePage(from.state, stateOf(event.state))) {
    noteHere();
    return;
  }
  event.stopImmediatePropagation();
  const { [mark]: isBack, ...state } = from.state;
  history.replaceState(isBack ? state : { ...state, [mark]: true }, "", from.href);
  noteHere();
  if (!isBack) return;
  const close = open.at(-1);
  if (close === undefined) {
    history.back();
    return;
  }
  hasPopped = true;
  close();
  // A layer that stays open needs a new guard; React closes the others in this task.
  setTimeout(guard);
}

/**
 * Call it before React Router starts: window listeners run in the order of registration, also capturing ones
 * (Chromium), and steps within one page must be hidden from the router.
 */
export function watchSteps(): void {
  addEventListener("popstate", onPop);
  // A new entry counts at once, not when its page is rendered: on a slow phone Back may come before that and
  // would look like a step within the previous page. Not every browser has an event for a push.
  const push = history.pushState.bind(history);
  history.pushState = (...entry) => {
    push(...entry);
    noteHere();
  };
}

/** For the root: records the current page. */
export function useLayerHistory(): void {
  const { key, ...path } = useLocation();
  const address = createPath(path);
  const type = useNavigationType();
  useEffect(() => pageShown(key, address, type === NavigationType.Replace), [key, address, type]);
}

/** Lets Back close a layer that is open over the page. */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOpen ? addLayer(() => close()) : undefined), [isOpen]);
}
