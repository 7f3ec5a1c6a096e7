import { shellMessages } from "#domain/messages/shell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { isReachable } from "#web/lib/reachable.ts";
import { toast } from "./toast.ts";

/** Says that a chunk could not be loaded, and offers a reload where that helps. */
export async function sayPartFailed(): Promise<void> {
  if (await isReachable()) toast.reload(uiMessages.partFailed);
  else toast.error(shellMessages.offlineText);
}

/**
 * Loads the chunk of something that opens on a press: a dialog, a menu, a viewer. Returns false if that
 * failed, after a toast: either there is no connection, or a deployment renamed the chunks and only a reload
 * helps. The reload is offered, not done: something may have been typed.
 */
export async function loadPart(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await load();
    return true;
  } catch {
    await sayPartFailed();
    return false;
  }
}
