import { clsx } from "clsx";
import { type ChangeEvent, type DragEvent, lazy, type RefObject, useId, useRef, useState } from "react";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { Button } from "#web/components/button.tsx";
import { FieldGroup } from "#web/components/field.tsx";
import { Part } from "#web/components/part.tsx";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { useTerms } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useRowFocus } from "#web/lib/use-row-focus.ts";
import { CameraIcon, PhotosIcon } from "./icons.tsx";
import { FailedPhotos } from "./failed-photos.tsx";
import { MainPhotoHint } from "./main-photo-hint.tsx";
import { usablePhotos } from "./photo-list.ts";
import type { PhotoUploads } from "./use-photo-uploads.ts";

const loadTiles = () => import("./photo-tiles.tsx");
const PhotoTiles = lazy(loadTiles);
const grid =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-3 sm:grid-cols-3 lg:grid-cols-4";

const accepted = "image/jpeg,image/png,image/webp,image/avif";
// Extensions too: Windows has no MIME type for HEIC.
const acceptedWithHeic = `${accepted},image/heic,image/heif,.heic,.heif`;

/**
 * True if the device converts HEIC photos to JPEG when they are chosen. iPhones and iPads do so unless the
 * page accepts HEIC; every browser can then show them, and the server need not decode them. Other devices do
 * not convert, and grey out files that the page does not accept.
 */
function convertsHeic(): boolean {
  // An iPad's user agent says Macintosh; no Mac has a touch screen.
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchMac();
}

function isTouchMac(): boolean {
  return navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
}

function openPicker(input: RefObject<HTMLInputElement | null>): void {
  input.current?.click();
  // Until a photo is chosen, there is time to load what shows it.
  void loadTiles().catch(() => undefined);
}

/** Adds, orders and retries the photos; the first is the main one. */
export function PhotoPicker({ uploads, error }: { uploads: PhotoUploads; error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const addId = useId();
  const tiles = useRowFocus(addId);
  const camera = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const offersHeic = useHydrated() && !convertsHeic();
  const items = usablePhotos(uploads.items);
  const failed = uploads.items.filter((item) => item.state === "failed");
  const { photos: maxPhotos } = useTerms().limits;
  const full = items.length >= maxPhotos;
  const retryable = failed.filter((item) => item.retryable).map((item) => item.key);
  function move(key: string, to: number): void {
    const from = items.findIndex((item) => item.key === key);
    uploads.move(key, to);
    setAnnouncement(text.photoMoved(from + 1, to + 1));
  }

  function add(files: FileList | null): void {
    const ignored = uploads.addFiles([...(files ?? [])]);
    if (ignored > 0) toast.info(text.photosIgnored(ignored));
  }

  function onChosen(event: ChangeEvent<HTMLInputElement>): void {
    add(event.target.files);
    // So that the same file can be chosen again after it was removed.
    event.target.value = "";
  }

  function onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(!full);
  }

  function onDrop(event: DragEvent): void {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(false);
    add(event.dataTransfer.files);
  }

  return (
    <FieldGroup label={text.sectionPhotos} hideLabel hint={text.photosHint(maxPhotos)} error={error}>
      <input
        ref={input}
        type="file"
        accept={offersHeic ? acceptedWithHeic : accepted}
        multiple
        hidden
        data-testid="photo-input"
        onChange={onChosen}
      />
      <input ref={camera} type="file" accept={accepted} capture="environment" hidden onChange={onChosen} />
      {items.length > 0 && (
        <Part
          fallback={
            <Loading className={grid}>
              {items.map(({ key }) => (
                // As high as a tile: the photo, and a row of buttons.
                <Skeleton key={key} className="box-content aspect-4/3 rounded-lg pb-11" />
              ))}
            </Loading>
          }
        >
          <PhotoTiles
            items={items}
            list={tiles}
            className={grid}
            onMove={move}
            onRemove={(key) => uploads.remove(key)}
          />
        </Part>
      )}
      <MainPhotoHint items={items} onMakeMain={(key) => move(key, 0)} />
      {failed.length > 0 && (
        <FailedPhotos
          items={failed}
          full={full}
          onRetry={(key) => uploads.retry([key])}
          onRemove={(key) => uploads.remove(key)}
        />
      )}
      {/* A drop zone for the mouse; the buttons do the same for everybody. */}
      <div
        role="presentation"
        onDragOver={onDragOver}
        onDragLeave={() => setDropping(false)}
        onDrop={onDrop}
        className={clsx(
          "flex flex-wrap items-center justify-center gap-3 rounded-lg border-2 border-dashed px-4 text-center transition-colors",
          items.length === 0 ? "py-10" : "mt-1 py-4",
          dropping ? "border-blue bg-blue-soft" : "border-line bg-surface",
        )}
      >
        <Button
          id={addId}
          variant="secondary"
          size="lg"
          disabled={full}
          data-field-focus
          onClick={() => openPicker(input)}
        >
          <PhotosIcon />
          {text.photosAdd}
        </Button>
        {/* On a phone the camera is one tap away. */}
        <span className="hidden pointer-coarse:contents">
          <Button variant="secondary" size="lg" disabled={full} onClick={() => openPicker(camera)}>
            <CameraIcon />
            {text.photosTake}
          </Button>
        </span>
        {!full && <span className="text-sm text-ink-soft pointer-coarse:hidden">{text.photosDrop}</span>}
        <span className="basis-full text-sm text-ink-soft tabular-nums">
          {full ? text.photosFull : text.photosCount(items.length, maxPhotos)}
        </span>
        {retryable.length > 1 && (
          <Button variant="quiet" onClick={() => uploads.retry(retryable)}>
            {text.photoRetryAll}
          </Button>
        )}
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </FieldGroup>
  );
}
