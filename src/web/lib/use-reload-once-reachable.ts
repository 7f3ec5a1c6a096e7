import { useEffect, useEffectEvent, useState } from "react";
import { isReachable } from "./reachable.ts";
import { nextPause } from "./reload-pauses.ts";

const reloadCounts = () => sessionStorage;

/**
 * Reloads the page, but only if the server answers: otherwise the browser would replace our error
 * page by its own. `automatic`: also without a press, when the view appears (the page's script may be
 * of an old version) and when the connection returns. Repeated failures are retried with growing
 * pauses, then left to the person.
 */
export function useReloadOnceReachable(automatic: boolean): { reload: () => void; asking: boolean } {
  const [asking, setAsking] = useState(automatic);
  const attempt = async () => {
    if (await isReachable()) location.reload();
    else setAsking(false);
  };
  const attemptNow = useEffectEvent(attempt);
  useEffect(() => {
    if (!automatic) return undefined;
    const pause = nextPause(reloadCounts, location.href, Date.now());
    let wait = 1_500;
    const again = () => {
      clearTimeout(timer);
      // A browser reports the connection before every server is reachable again.
      void attemptNow();
      wait = Math.min(wait * 2, 60_000);
      timer = window.setTimeout(again, wait);
    };
    // The person may press meanwhile.
    const rest = () => {
      setAsking(false);
      timer = window.setTimeout(again, pause);
    };
    let timer = window.setTimeout(pause === 0 ? again : pause ? rest : () => setAsking(false));
    if (pause !== undefined) addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [automatic]);
  const reload = () => {
    setAsking(true);
    void attempt();
  };
  return { reload, asking };
}
