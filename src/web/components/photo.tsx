import { clsx } from "clsx";
import { middlePhotoWidth, photoWidths, photoSrcSet } from "#domain/photos/photo-addresses.ts";
import { placeholderUrl } from "./thumbhash.ts";

export type PhotoProps = {
  /** Any URL of the photo; the other sizes derive from it. undefined: a grey frame. */
  src: string | undefined;
  alt: string;
  thumbhash?: string | null;
  /** The `sizes` of the srcset, e.g. "(min-width: 64rem) 20rem, 100vw". */
  sizes: string;
  /** On the first screen: loaded at once and first. All others load lazily. */
  priority?: boolean;
  /** Hidden when the page opens, however near: loaded after everything visible. */
  behind?: boolean;
  /** Shown larger than on a card: includes the widest size. */
  large?: boolean;
  /** Shows the whole photo with bars instead of filling the frame. */
  contain?: boolean;
  /** Class of the frame; 4:3 by default. */
  className?: string;
};

/**
 * A photo in a frame of fixed size with a blurred placeholder. Needs neither scripts nor style attributes.
 */
export function Photo({
  src,
  alt,
  thumbhash,
  sizes,
  priority = false,
  behind = false,
  large = false,
  contain = false,
  className,
}: PhotoProps) {
  const widths = large ? photoWidths : cardWidths;
  const placeholder = thumbhash ? placeholderUrl(thumbhash) : null;
  return (
    <span className={clsx("relative block overflow-hidden bg-sunken", className ?? "aspect-4/3")}>
      {placeholder && <img src={placeholder} alt="" className="absolute inset-0 size-full object-cover" />}
      {src === undefined ? (
        <NoPhoto />
      ) : (
        <picture>
          <source type="image/avif" srcSet={photoSrcSet(src, widths, "avif")} sizes={sizes} />
          {/* Every browser that runs the site's scripts supports WebP. */}
          <img
            src={src}
            srcSet={photoSrcSet(src, widths, "webp")}
            sizes={sizes}
            alt={alt}
            loading={priority ? "eager" : "lazy"}
            fetchPriority={priority ? "high" : behind ? "low" : undefined}
            decoding={priority ? undefined : "async"}
            className={clsx(
              "absolute inset-0 size-full text-sm",
              contain ? "object-contain" : "object-cover",
            )}
          />
        </picture>
      )}
    </span>
  );
}

/** A car's first photo. Decorative unless it has an `alt`. */
export function CarPhoto({
  car,
  alt = "",
  ...photo
}: Omit<PhotoProps, "src" | "thumbhash" | "alt"> & {
  car: { readonly photos: readonly { readonly url: string; readonly thumbhash: string | null }[] } | null;
  alt?: string;
}) {
  const first = car?.photos[0];
  return <Photo {...photo} src={first?.url} thumbhash={first?.thumbhash ?? null} alt={alt} />;
}

const cardWidths = photoWidths.filter((width) => width <= middlePhotoWidth);

function NoPhoto() {
  return (
    <svg
      viewBox="0 0 48 36"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
      strokeLinejoin="round"
      className="absolute inset-0 m-auto w-1/4 text-line-strong"
    >
      <path d="M6 23v-4l5-1 4-6h15l6 6 6 1.5V23h-4a4 4 0 0 0-8 0H18a4 4 0 0 0-8 0H6Z" />
      <circle cx="14" cy="23" r="3" />
      <circle cx="34" cy="23" r="3" />
    </svg>
  );
}
