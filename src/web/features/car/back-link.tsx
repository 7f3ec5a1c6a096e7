import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { type BackOrigin, backAddress, originOf, useBack } from "#web/lib/back.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/** Back to where the person came from (specification.md#navigation); before hydration, to the search. */
export function BackLink() {
  const { state } = useLocation();
  // Only the browser has the history's state: the first render must match the server's markup.
  const origin = useHydrated() ? originOf(state) : null;
  const back = useBack();
  function go(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    back();
  }
  return (
    <Link
      to={origin ? backAddress(origin) : "/search"}
      onClick={go}
      data-early
      className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-md px-2 font-medium whitespace-nowrap text-blue-text no-underline hover:underline"
    >
      <StrokeIcon className="size-5">
        <path d="m14.5 6-6 6 6 6" />
      </StrokeIcon>
      {origin ? backLabel(origin) : text.back}
    </Link>
  );
}

function backLabel(origin: BackOrigin): string {
  switch (origin.page) {
    case "search":
      return text.backTo.search;
    case "my-publishings":
      return text.backTo.myPublishings;
    case "profile":
      return text.backTo.profile;
    case "favorites":
      return text.backTo.favorites;
    case "car":
      return text.backTo.car;
    case "dealer":
      return text.backTo.dealer;
    case "seller":
      return text.backTo.seller;
    case "home":
      return text.backTo.home;
  }
}
