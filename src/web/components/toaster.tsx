import { createRoot } from "react-dom/client";
import { Toaster, toast } from "sonner";
import "sonner/dist/styles.css";
import { uiMessages } from "#domain/messages/ui.ts";

let mounted: Promise<HTMLElement> | null = null;

/** A separate React root: no page has to include the list, and a page's error does not affect it. */
function mount(): Promise<HTMLElement> {
  return (mounted ??= new Promise((resolve) => {
    const place = document.createElement("div");
    place.className = "toaster";
    // In the browser's top layer, like an open dialog.
    place.popover = "manual";
    document.body.append(place);
    createRoot(place).render(
      <Toaster
        position="top-center"
        duration={3000}
        containerAriaLabel={uiMessages.notifications}
        theme="system"
      />,
    );
    // The list subscribes in an effect; an earlier toast would be lost.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(place)));
  }));
}

/** Shows a toast for three seconds; for ten if it is a warning or has a button. */
export async function showToast(
  kind: "success" | "error" | "info" | "warning",
  text: string,
  action?: { label: string; onPress: () => void },
): Promise<void> {
  const place = await mount();
  // On top again: a dialog may have opened since the last toast.
  place.hidePopover();
  place.showPopover();
  toast[kind](text, {
    ...(kind === "warning" || action ? { duration: 10_000 } : {}),
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
  });
}
