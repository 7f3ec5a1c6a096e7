import { useState } from "react";
import { loadPart } from "./load-part.ts";

/**
 * A dialog whose script is loaded by the press that opens it. `mounted` from the first press on, so that what was
 * typed is still there when it is opened again.
 */
export function useLateDialog(load: () => Promise<unknown>) {
  const [state, setState] = useState<"unloaded" | "open" | "closed">("unloaded");
  return {
    mounted: state !== "unloaded",
    open: state === "open",
    show: () => void loadPart(load).then((loaded) => loaded && setState("open")),
    close: () => setState("closed"),
  };
}
