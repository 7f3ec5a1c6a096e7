import { useSyncExternalStore } from "react";
import { shareMessages as text } from "#domain/messages/share.ts";
import { Button, buttonClass } from "./button.tsx";
import { toast } from "./toast.ts";

const neverChanges = () => () => undefined;

/** Ways to tell others of a page of this site: the system's sheet where there is one, and what people here write with. */
export function ShareWays({ path, title }: { path: string; title: string }) {
  const origin = useSyncExternalStore(
    neverChanges,
    () => location.origin,
    () => "",
  );
  const hasSheet = useSyncExternalStore(
    neverChanges,
    () => typeof navigator.share === "function",
    () => false,
  );
  const url = origin + path;
  const words = encodeURIComponent(`${title} ${url}`);

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) await copy();
    }
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(text.copied);
    } catch {
      toast.error(text.copyFailed);
    }
  }

  const look = buttonClass("secondary");
  return (
    <div className="flex flex-wrap gap-2 *:grow *:px-3! sm:*:grow-0">
      {hasSheet && <Button onClick={() => void share()}>{text.system}</Button>}
      <a className={look} href={`https://wa.me/?text=${words}`} target="_blank" rel="noreferrer">
        {text.whatsapp}
      </a>
      <a className={look} href={`viber://forward?text=${words}`}>
        {text.viber}
      </a>
      <a
        className={look}
        href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`}
        target="_blank"
        rel="noreferrer"
      >
        {text.facebook}
      </a>
      <Button variant="secondary" onClick={() => void copy()}>
        {text.copy}
      </Button>
    </div>
  );
}
