import { useEffect, useEffectEvent, useState } from "react";
import { isReachable } from "./reachable.ts";
import { nextPause } from "./reload-pauses.ts";

const reloadCounts = () => sessionStorage;

/**
 * Loads the page anew, but only where the server answers: else the browser would put its own error page in the place of
 * ours. `byItself`: tried without a press as well, when the view appears (the page's script may have been of a version
 * that is gone) and when the connection is back. A page that fails again and again is so tried with growing pauses, and
 * then left to the person.
 */
export function useReloadOnceReachable(byItself: boolean): { reload: () => void; asking: boolean } {
  const [asking, setAsking] = useState(byItself);
  const attempt = async () => {
    if (await isReachable()) location.reload();
    else setAsking(false);
  };
  const attemptNow = useEffectEvent(attempt);
  useEffect(() => {
    if (!byItself) return undefined;
    const pause = nextPause(reloadCounts, location.href, Date.now());
    let wait = 1_500;
    const again = () => {
      clearTimeout(timer);
      // A browser says that it is back before everything answers again.
      void attemptNow();
      wait = Math.min(wait * 2, 60_000);
      timer = window.setTimeout(again, wait);
    };
    // Whoever waits for a while may press meanwhile.
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
  }, [byItself]);
  const reload = () => {
    setAsking(true);
    void attempt();
  };
  return { reload, asking };
}
