import { useRef } from "react";
import { Lightbox } from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";
import type { CarPhoto } from "#contract/cars.ts";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { photoWidths, resizedPhotoUrl } from "#domain/photos/photo-addresses.ts";
import { useLayer } from "#web/lib/layers.ts";

const text = carPageMessages.gallery;

const labels = {
  Previous: text.previous,
  Next: text.next,
  Close: text.close,
  "Zoom in": text.zoomIn,
  "Zoom out": text.zoomOut,
  Lightbox: text.viewer,
  "Photo gallery": text.viewer,
  Carousel: text.roleDescription,
  Slide: text.slideDescription,
  "{index} of {total}": "{index} / {total}",
};

/** Photos on the full screen: keys, pinch and wheel to zoom. Lazy-loaded with the first one opened. */
export default function PhotoViewer({
  photos,
  name,
  index,
  onClose,
}: {
  photos: readonly CarPhoto[];
  name: string;
  index: number;
  /** Gets the index of the photo last in view. */
  onClose: (last: number) => void;
}) {
  const last = useRef(index);
  useLayer(true, () => onClose(last.current));
  return (
    <Lightbox
      open
      index={index}
      close={() => onClose(last.current)}
      on={{
        view: ({ index }) => {
          last.current = index;
        },
      }}
      plugins={[Counter, Zoom]}
      labels={labels}
      animation={matchMedia("(prefers-reduced-motion: reduce)").matches ? { fade: 0, swipe: 0, zoom: 0 } : {}}
      render={photos.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}}
      carousel={{ finite: photos.length < 2, preload: 1 }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      controller={{ closeOnPullDown: true }}
      slides={photos.map((photo, at) => ({
        src: resizedPhotoUrl(photo.url, 1600, "webp"),
        alt: text.photo(at + 1, photos.length, name),
        width: photo.width,
        height: photo.height,
        srcSet: photoWidths
          .filter((width) => width >= 640)
          .map((width) => ({
            src: resizedPhotoUrl(photo.url, width, "webp"),
            width,
            height: Math.round((width * photo.height) / photo.width),
          })),
      }))}
    />
  );
}
