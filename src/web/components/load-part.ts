import { shellMessages } from "#domain/messages/shell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { isReachable } from "#web/lib/reachable.ts";
import { toast } from "./toast.ts";

/**
 * Loads what a press opens: a dialog, a menu, a viewer. Returns false if its script could not be loaded, and
 * says so: without a connection that there is none; else the site was probably updated, its scripts have other
 * names, and only a reload helps. A reload is offered, not done: something may have been typed.
 */
export async function loadPart(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await load();
    return true;
  } catch {
    if (await isReachable()) toast.reload(uiMessages.partFailed);
    else toast.error(shellMessages.offlineText);
    return false;
  }
}
