import { useState } from "react";
import { messageOf } from "#web/lib/api-error.ts";
import { toast } from "./toast.ts";

/**
 * The work behind a button: `run` starts it, `busy` is true meanwhile. A failure shows a toast, by default with the
 * text `failed` if the server gave none.
 */
export function useAction<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
  failed: string,
  textOf = messageOf,
) {
  const [busy, setBusy] = useState(false);
  async function act(args: Args): Promise<void> {
    setBusy(true);
    try {
      await work(...args);
    } catch (error) {
      toast.error(textOf(error, failed));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run: (...args: Args) => void act(args) };
}
