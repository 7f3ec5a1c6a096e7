import { clsx } from "clsx";
import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from "react";
import type { CarPhoto } from "#contract/cars.ts";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { resizedPhotoUrl } from "#domain/photos/photo-addresses.ts";
import { Photo } from "#web/components/photo.tsx";
import { loadPart } from "#web/components/load-part.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";

const text = carPageMessages.gallery;
const gallerySizes = "(min-width: 80rem) 53rem, (min-width: 64rem) 66vw, 100vw";

const loadViewer = () => import("./photo-viewer.tsx");
const PhotoViewer = lazy(loadViewer);

/**
 * A car's photos in a strip with CSS scroll snap: swiping works before hydration. A photo opens the full
 * screen; without scripts, its largest size.
 */
export function Gallery({
  photos,
  name,
  badge,
}: {
  photos: readonly CarPhoto[];
  name: string;
  badge?: ReactNode;
}) {
  const strip = useRef<HTMLUListElement>(null);
  const [selected, setSelected] = useState(0);
  const [viewing, setViewing] = useState<number | null>(null);

  function show(index: number) {
    const element = strip.current;
    if (!element || photos.length === 0) return;
    const target = (index + photos.length) % photos.length;
    // No animation from one end to the other: all photos between would pass.
    const near = Math.abs(target - selected) === 1;
    element.scrollTo({ left: target * element.clientWidth, behavior: near ? "smooth" : "instant" });
  }

  function follow() {
    const element = strip.current;
    if (element && element.clientWidth > 0) setSelected(Math.round(element.scrollLeft / element.clientWidth));
  }

  async function open(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (await loadPart(loadViewer)) setViewing(index);
  }

  if (photos.length === 0) {
    return (
      <div className="relative overflow-hidden lg:rounded-lg">
        <Photo src={undefined} alt="" sizes={gallerySizes} />
        <p className="absolute inset-x-0 bottom-6 text-center text-ink-soft">{text.none}</p>
      </div>
    );
  }
  const several = photos.length > 1;
  return (
    <section aria-roledescription={text.roleDescription} aria-label={text.label(name)}>
      <div className="group relative overflow-hidden bg-sunken lg:rounded-lg print:rounded-lg">
        <ul
          ref={strip}
          onScroll={follow}
          // The photos take the focus. Firefox would also focus the scroll container, which has no name.
          tabIndex={-1}
          className="flex snap-x print:block snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
        >
          {photos.map((photo, index) => (
            <li
              key={photo.id}
              aria-roledescription={text.slideDescription}
              aria-label={text.counter(index + 1, photos.length)}
              className="w-full shrink-0 snap-center print:not-first:hidden"
            >
              <a
                href={resizedPhotoUrl(photo.url, 1600, "jpg")}
                aria-label={`${text.open}: ${text.photo(index + 1, photos.length, name)}`}
                onClick={(event) => void open(event, index)}
                className="block cursor-zoom-in -outline-offset-4"
              >
                <Photo
                  src={photo.url}
                  thumbhash={photo.thumbhash}
                  alt={text.photo(index + 1, photos.length, name)}
                  sizes={gallerySizes}
                  large
                  priority={index === 0}
                  contain={photo.height > photo.width}
                />
              </a>
            </li>
          ))}
        </ul>
        {badge && <div className="pointer-events-none absolute top-3 left-3 flex gap-1.5">{badge}</div>}
        {several && (
          <>
            <Arrow side="left" label={text.previous} onPress={() => show(selected - 1)} />
            <Arrow side="right" label={text.next} onPress={() => show(selected + 1)} />
            <p className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-black/65 px-3 py-1 text-sm font-medium text-white tabular-nums noscript:hidden print:hidden">
              {text.counter(selected + 1, photos.length)}
            </p>
            <div
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-0 bottom-4 flex justify-center gap-1.5 noscript:hidden print:hidden"
            >
              {photos.map((photo, index) => (
                <span
                  key={photo.id}
                  className={clsx(
                    "size-2 rounded-full bg-white",
                    index === selected ? "opacity-100" : "opacity-50",
                  )}
                />
              ))}
            </div>
          </>
        )}
      </div>
      {several && (
        <ul
          aria-label={text.thumbnails}
          className="mt-2 hidden gap-2 overflow-x-auto p-1 [scrollbar-width:thin] md:flex noscript:hidden print:hidden"
        >
          {photos.map((photo, index) => (
            <li key={photo.id} className="shrink-0">
              <button
                type="button"
                // Only for the pointer: arrows and photos are enough for the keyboard.
                tabIndex={-1}
                aria-label={text.goTo(index + 1)}
                aria-current={index === selected || undefined}
                onClick={() => show(index)}
                className={clsx(
                  "block overflow-hidden rounded-md ring-2 ring-offset-2 ring-offset-paper",
                  index === selected ? "ring-blue-text" : "ring-transparent hover:ring-line-strong",
                )}
              >
                <img
                  src={resizedPhotoUrl(photo.url, 320, "webp")}
                  alt=""
                  width={96}
                  height={72}
                  loading="lazy"
                  decoding="async"
                  className="h-18 w-24 bg-sunken object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {viewing !== null && (
        <Suspense>
          <PhotoViewer
            photos={photos}
            name={name}
            index={viewing}
            onClose={(last) => {
              setViewing(null);
              show(last);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

function Arrow({ side, label, onPress }: { side: "left" | "right"; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={clsx(
        "absolute top-1/2 hidden size-12 -translate-y-1/2 items-center justify-center rounded-full bg-black/45 text-white transition-colors hover:bg-black/65 md:flex noscript:hidden",
        side === "left" ? "left-3" : "right-3",
      )}
    >
      <StrokeIcon width="2.25" className="size-6">
        <path d={side === "left" ? "m14.5 6-6 6 6 6" : "m9.5 6 6 6-6 6"} />
      </StrokeIcon>
    </button>
  );
}
