import { useEffect, useEffectEvent } from "react";
import { createPath, NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * Back closes what lies over the page (dialogs, sheets, menus, the photo viewer) before it leaves the page. When the
 * first layer opens, a second entry of the history, a *guard*, is put above the page's own: the same address, and React
 * Router's state with the same `idx`. So two neighbouring entries of one `idx` are one page. React Router never hears of
 * a step between them; what was replaced on one (filters chosen in a sheet) is carried over to the other.
 *
 * A layer that is closed in another way leaves its guard: the next layer uses it again, and Back with nothing open goes
 * on past the page's own entry. Taking it away would be a step back that the browser carries out some time later, and
 * which a link that closed the layer may have overtaken. Browsers' own close requests (CloseWatcher) would do for
 * Chromium on Android and are no help in Safari, where Back is a swipe.
 */
const open: (() => void)[] = [];

/** The entry that the tab stands at. During `popstate` it is the one that was left. */
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

/** Puts a guard above the page's entry, where something is open and none is there. */
function guard(): void {
  if (open.length === 0 || here === null || mark in here.state) return;
  const state = stateOf(history.state);
  // A place on the page that a plain link has led to: React Router does not know that entry.
  if (typeof state["idx"] !== "number") return;
  history.pushState({ ...state, [mark]: true }, "");
}

/** To be called while a layer is open; `close` is for Back. The answer is for when it has closed. */
function addLayer(close: () => void): () => void {
  open.push(close);
  guard();
  return () => {
    open.splice(open.lastIndexOf(close), 1);
  };
}

/** A page is shown, or an address replaced. */
function pageShown(key: string, address: string, isReplaced: boolean): void {
  const state = stateOf(history.state);
  if (here !== null && isReplaced && isOnePage(here.state, state)) {
    // React Router has written the guard anew.
    if (mark in here.state) history.replaceState({ ...state, [mark]: true }, "");
    // Or it had, and Back was pressed before this was drawn: the page's own entry got the address from before.
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
  // What is open still, or did not want to close, is guarded anew; React closes it in this task.
  setTimeout(guard);
}

/**
 * To be called before React Router starts: a window's listeners are called in the order in which they came, capturing
 * ones, too (Chromium), and what is a step within one page is kept from the router.
 */
export function watchSteps(): void {
  addEventListener("popstate", onPop);
  // A new entry counts from now on, not from when its page is drawn: on a slow phone Back comes before that, and looked
  // like a step within the page that was left. Nothing tells of a push in every browser.
  const push = history.pushState.bind(history);
  history.pushState = (...entry) => {
    push(...entry);
    noteHere();
  };
}

/** For the root: notes the page that is shown. */
export function useLayerHistory(): void {
  const { key, ...path } = useLocation();
  const address = createPath(path);
  const type = useNavigationType();
  useEffect(() => pageShown(key, address, type === NavigationType.Replace), [key, address, type]);
}

/** Lets Back close what lies over the page while it is open. */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (isOpen ? addLayer(() => close()) : undefined), [isOpen]);
}
