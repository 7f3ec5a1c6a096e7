import { type ComponentProps, lazy, type ReactNode, useSyncExternalStore } from "react";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import { Part } from "#web/components/part.tsx";
import type { FilterPanel } from "./filter-panel.tsx";
import { filterPanelId } from "./search-address.ts";
import { PanelSkeleton } from "./skeletons.tsx";

const wideScreen = "(min-width: 64rem)";
// One object for good: React would write other markup over what the server drew.
const asDrawn = { __html: "" };

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wideScreen);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
const isWide = () => matchMedia(wideScreen).matches;

// The server draws the panel for all but phones, which never show it. A browser loads what makes it live only where it is
// shown, and there before the page answers, so that no click meets a dead panel.
const drawnAtOnce = import.meta.env.SSR || isWide();
const Panel = drawnAtOnce
  ? (await import("./filter-panel.tsx")).FilterPanel
  : lazy(async () => ({ default: (await import("./filter-panel.tsx")).FilterPanel }));

// Only what comes later has a boundary to wait behind. React takes one over after the rest of the page, and a tick that
// it meets there is lost: the box stands as ticked, and no search follows.
function Waiting({ children }: { children: ReactNode }) {
  return drawnAtOnce ? children : <Part fallback={<PanelSkeleton />}>{children}</Part>;
}

// While a page is taken over, too, the answer is the screen's: a narrow one leaves the markup alone.
const isWideAtFirst = import.meta.env.SSR ? () => true : isWide;
const isNarrowAtFirst = () => false;

// On a narrow screen without scripts the link "Filtrat" (Toolbar) shows it, as the target of the address.
const look =
  "hidden scroll-mt-20 lg:sticky lg:top-20 lg:block lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:overscroll-contain lg:pe-3 noscript:target:block noscript:max-lg:mb-8";

type PanelProps = Omit<ComponentProps<typeof FilterPanel>, "id">;

/** The filters beside the results. `panel` null: on their way, or failed. `isSent`: the server's page has them. */
export function FilterAside({
  id,
  panel,
  failed,
  isSent,
}: {
  id: string;
  panel: PanelProps | null;
  failed: boolean;
  isSent: boolean;
}) {
  const wide = useSyncExternalStore(subscribe, isWide, isSent ? isWideAtFirst : isNarrowAtFirst);
  if (!wide) {
    return (
      <aside
        key="as drawn"
        id={filterPanelId}
        aria-label={text.filters}
        className={look}
        suppressHydrationWarning
        dangerouslySetInnerHTML={asDrawn}
      />
    );
  }
  return (
    <aside key="live" id={filterPanelId} aria-label={text.filters} className={look}>
      {panel ? (
        <Waiting>
          <Panel id={id} {...panel} />
        </Waiting>
      ) : (
        !failed && <PanelSkeleton />
      )}
    </aside>
  );
}
