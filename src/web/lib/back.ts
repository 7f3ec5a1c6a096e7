import { useCallback } from "react";
import {
  boundNames,
  distanceFields,
  distanceNames,
  flagNames,
  listNames,
  recencyNames,
} from "#domain/search/search-fields.ts";
import { useLocation, useNavigate } from "react-router";
import { property } from "./property.ts";
import { sellerPath } from "./seller-path.ts";

/** The page that a link was on (specification.md#navigation); part of the link's state. */
export type BackOrigin =
  | { page: "search"; search: string }
  | { page: "car"; id: string }
  | { page: "dealer"; id: string }
  | { page: "seller"; id: string }
  | { page: "my-publishings" }
  | { page: "profile" }
  | { page: "favorites" }
  | { page: "home" };

/**
 * The part of a search address that Back restores: known parameters, numbers only above 0
 * (specification.md#navigation).
 */
export function searchToReturnTo(search: string): string {
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const name of ["q", ...listNames, ...flagNames, ...distanceNames, "sort"]) {
    const value = given.get(name)?.trim();
    if (value) known.set(name, value);
  }
  for (const name of [
    ...recencyNames,
    ...distanceNames.map((each) => distanceFields[each].within),
    ...boundNames,
    "page",
  ]) {
    const value = given.get(name);
    if (value !== null && Number(value) > 0 && Number.isFinite(Number(value))) known.set(name, value);
  }
  const text = known.toString();
  return text === "" ? "" : `?${text}`;
}

export function backAddress(origin: BackOrigin): string {
  switch (origin.page) {
    case "search":
      return `/search${searchToReturnTo(origin.search)}`;
    case "car":
      return `/car/${encodeURIComponent(origin.id)}`;
    case "dealer":
      return sellerPath({ id: origin.id, isDealer: true });
    case "seller":
      return sellerPath({ id: origin.id, isDealer: false });
    case "my-publishings":
      return "/my-publishings";
    case "profile":
      return "/profile";
    case "favorites":
      return "/favorites";
    default:
      return "/";
  }
}

/** The state of a link to a page whose Back should return here. */
export function backState(origin: BackOrigin): { back: BackOrigin } {
  return { back: origin };
}

/** Parses the origin in a navigation's state, which an older script may have written. */
export function originOf(state: unknown): BackOrigin | null {
  const back = property(state, "back");
  const page = property(back, "page");
  if (page === "my-publishings" || page === "profile" || page === "favorites" || page === "home")
    return { page };
  const search = property(back, "search");
  if (page === "search" && typeof search === "string") return { page, search };
  const id = property(back, "id");
  if ((page === "car" || page === "dealer" || page === "seller") && typeof id === "string" && id !== "")
    return { page, id };
  return null;
}

/** True if the previous history entry in this tab is a page of this site. */
function cameFromHere(): boolean {
  const index = property(history.state, "idx");
  if (typeof index === "number" && index > 0) return true;
  if (history.length < 2 || document.referrer === "") return false;
  try {
    return new URL(document.referrer).origin === location.origin;
  } catch {
    return false;
  }
}

/**
 * Goes back: through the history if that stays on this site, else to the link's origin, else to `fallback`.
 */
export function useBack(fallback = "/search"): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return useCallback(() => {
    if (cameFromHere()) {
      void navigate(-1);
      return;
    }
    const origin = originOf(state);
    void navigate(origin === null ? fallback : backAddress(origin), { replace: true });
  }, [navigate, state, fallback]);
}
