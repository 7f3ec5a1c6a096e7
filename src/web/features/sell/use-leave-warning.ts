import { useEffect } from "react";

/** Lets the browser ask before it leaves the site, while leaving would lose what nothing keeps: a photo on its way. */
export function useLeaveWarning(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}
