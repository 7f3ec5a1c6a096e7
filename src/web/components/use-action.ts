import { useState } from "react";
import { messageOf } from "#web/lib/api-error.ts";
import { toast } from "./toast.ts";

/**
 * The work behind a button: `run` starts it, `busy` is true meanwhile. A failure shows a toast, by default with the
 * text `failed` if the server gave none.
 */
export function useAction(work: () => Promise<void>, failed: string, textOf = messageOf) {
  const [busy, setBusy] = useState(false);
  async function act(): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(textOf(error, failed));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run: () => void act() };
}
