import { photoFit } from "#domain/photos/photo-fit.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { Button } from "#web/components/button.tsx";
import type { PhotoItem } from "./photo-list.ts";

/** Warns that the main photo shows too little of the car on a card, and offers the first photo that fits. */
export function MainPhotoHint({
  items,
  onMakeMain,
}: {
  items: readonly PhotoItem[];
  onMakeMain: (key: string) => void;
}) {
  const [main] = items;
  if (main?.state !== "done") return null;
  const fit = photoFit(main.photo);
  if (fit === "fills") return null;
  const better = items.findIndex((item) => item.state === "done" && photoFit(item.photo) === "fills");
  const { width, height } = main.photo;
  return (
    <div role="status" className="mt-1 rounded-lg bg-gold-soft px-4 py-3 text-sm text-gold-ink">
      <p>{fit === "small" ? text.mainPhotoSmall(width, height) : text.mainPhotoLong(width, height)}</p>
      {better > 0 && (
        <Button variant="quiet" className="-ms-4" onClick={() => onMakeMain(items[better]?.key ?? "")}>
          {text.photoMakeMain(better + 1)}
        </Button>
      )}
    </div>
  );
}
