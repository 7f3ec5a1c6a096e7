import { shellMessages } from "#domain/messages/shell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { isReachable } from "#web/lib/reachable.ts";
import { toast } from "./toast.ts";

/**
 * Loads what a press opens: a dialog, a menu, a viewer. False where its script did not come, which is said: without a
 * connection that there is none; else the site has most likely been updated since the page was loaded, its scripts have
 * other names, and only loading the page again helps. That is offered and not done: something may have been typed.
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
