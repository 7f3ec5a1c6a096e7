/**
 * Addresses of photos (specification.md#photos): `/photos/{id}/{width}.{jpg|webp|avif}`.
 *
 * Every photo exists at every width of photoWidths in every format, so a `srcset` follows from one address. A
 * photo narrower than the address is served at its own width: never upscaled, never missing.
 */
export const photoWidths = [320, 640, 960, 1600] as const;
export type PhotoWidth = (typeof photoWidths)[number];

/** File endings, best compression first: the order of `<source>` elements in a `<picture>`. */
export const photoFormats = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** The width of the JPEGs in a car's `images`. */
export const middlePhotoWidth: PhotoWidth = 960;

export interface PhotoAddress {
  readonly id: string;
  readonly width: PhotoWidth;
  readonly format: PhotoFormat;
}

const uuidPattern = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const photoFilePattern = /^(\d{1,5})\.([a-z]{3,4})$/;
const photoPathPattern = new RegExp(`^/photos/(${uuidPattern})/([^/]+)$`);
const photoIdPattern = new RegExp(`^${uuidPattern}$`);
const widthByText = new Map<string, PhotoWidth>(photoWidths.map((width) => [String(width), width]));
const formatByText = new Map<string, PhotoFormat>(photoFormats.map((format) => [format, format]));

/** The root-relative address of one size of a photo; by default the middle JPEG. */
export function photoPath(
  id: string,
  width: PhotoWidth = middlePhotoWidth,
  format: PhotoFormat = "jpg",
): string {
  return `/photos/${id}/${width}.${format}`;
}

/** Whether a text is a photo's id: a UUID in lower case. */
export function isPhotoId(text: string): boolean {
  return photoIdPattern.test(text);
}

/** Width and format of a file name such as `960.jpg`; null for any other name. */
export function parsePhotoFile(file: string): { width: PhotoWidth; format: PhotoFormat } | null {
  const match = photoFilePattern.exec(file);
  const width = widthByText.get(match?.[1] ?? "");
  const format = formatByText.get(match?.[2] ?? "");
  return width === undefined || format === undefined ? null : { width, format };
}

/** The photo of a root-relative address; null for any other path. */
export function parsePhotoPath(path: string): PhotoAddress | null {
  const match = photoPathPattern.exec(path);
  const id = match?.[1];
  const file = parsePhotoFile(match?.[2] ?? "");
  return id === undefined || file === null ? null : { id, ...file };
}

/**
 * The same photo in another size, for `srcset`: works on root-relative and absolute addresses, and returns any
 * other address unchanged.
 */
export function resizedPhotoUrl(url: string, width: PhotoWidth, format: PhotoFormat): string {
  const start = url.lastIndexOf("/photos/");
  if (start < 0 || parsePhotoPath(url.slice(start)) === null) return url;
  return `${url.slice(0, url.lastIndexOf("/"))}/${width}.${format}`;
}

/**
 * A `srcset` of the photo at these widths, from any of its addresses; "" for a foreign picture. The address is
 * parsed once for all widths, because a page of results needs hundreds.
 */
export function photoSrcSet(url: string, widths: readonly PhotoWidth[], format: PhotoFormat): string {
  const start = url.lastIndexOf("/photos/");
  if (start < 0 || parsePhotoPath(url.slice(start)) === null) return "";
  const folder = url.slice(0, url.lastIndexOf("/"));
  return widths.map((width) => `${folder}/${width}.${format} ${width}w`).join(", ");
}
