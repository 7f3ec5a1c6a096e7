import { useNavigation } from "react-router";
import { shellMessages as text } from "#domain/messages/shell.ts";

/**
 * Says that a page was asked for and is on its way: on a slow line a tapped link would seem dead until its data are
 * there. Pages that come at once show nothing: the bar begins to grow after a moment.
 */
export function NavigationProgress() {
  const { state } = useNavigation();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it must be there before its words are, to be read out
    <div role="status" className={state === "idle" ? undefined : "navigating"}>
      {state !== "idle" && <span className="sr-only">{text.loadingPage}</span>}
    </div>
  );
}
