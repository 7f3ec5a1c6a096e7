import { useState } from "react";
import { messageOf } from "#web/lib/api-error.ts";
import { toast } from "./toast.ts";

/**
 * What a press does: `run` begins the work, `busy` says that it is under way. Where it fails a toast says why, with the
 * text `failed` where the server said nothing.
 */
export function useAction(work: () => Promise<void>, failed: string): { busy: boolean; run: () => void } {
  const [busy, setBusy] = useState(false);
  async function act(): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(messageOf(error, failed));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run: () => void act() };
}
