import { shareMessages as text } from "#domain/messages/share.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button, buttonClass } from "./button.tsx";
import { copyText } from "./copy-text.ts";

/** Ways to share a page of this site: the system's share sheet if available, and common messengers. */
export function ShareWays({ path, title }: { path: string; title: string }) {
  const hydrated = useHydrated();
  const hasSheet = hydrated && typeof navigator.share === "function";
  const url = (hydrated ? location.origin : "") + path;
  const words = encodeURIComponent(`${title} ${url}`);

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) await copyText(url, text);
    }
  }

  const look = buttonClass("secondary");
  return (
    <div className="flex flex-wrap gap-2 *:grow *:px-3! sm:*:grow-0">
      {hasSheet && (
        <Button variant="secondary" onClick={() => void share()}>
          {text.system}
        </Button>
      )}
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
      <Button variant="secondary" onClick={() => void copyText(url, text)}>
        {text.copy}
      </Button>
    </div>
  );
}
