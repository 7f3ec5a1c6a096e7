import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { tellEvent } from "#web/lib/tell-event.ts";

/** Opens the system's share sheet if available, else copies the address. */
export function ShareButton({ carId, title }: { carId: string; title: string }) {
  async function share() {
    // Without the query and the fragment of this visit.
    const url = location.origin + location.pathname;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
        tellEvent(carId, "share");
        return;
      } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      tellEvent(carId, "share");
      toast.success(text.shareCopied);
    } catch {
      toast.error(text.shareFailed);
    }
  }
  return (
    <Button variant="quiet" className="noscript:hidden" onClick={() => void share()}>
      <StrokeIcon className="size-5">
        <path d="M12 15V4m0 0L8 8m4-4 4 4M5 12v7h14v-7" />
      </StrokeIcon>
      <span className="max-sm:sr-only">{text.share}</span>
    </Button>
  );
}
