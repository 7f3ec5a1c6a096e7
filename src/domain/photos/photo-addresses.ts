/**
 * Where a photo stands (specification.md#photos): `/photos/{id}/{width}.{jpg|webp|avif}`.
 *
 * Every photo answers at every width of photoWidths in every format, so that a `srcset` can be made from
 * one address alone. A photo that is narrower than an address says is served there at its own width: never
 * blown up, never missing.
 */
export const photoWidths = [320, 640, 960, 1600] as const;
export type PhotoWidth = (typeof photoWidths)[number];

/** File endings, best compression first: the order of `<source>` elements in a `<picture>`. */
export const photoFormats = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** The width of the JPEG addresses in a car's `images`. */
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

/** The root-relative address of one size of a photo; the middle JPEG unless told otherwise. */
export function photoPath(
  id: string,
  width: PhotoWidth = middlePhotoWidth,
  format: PhotoFormat = "jpg",
): string {
  return `/photos/${id}/${width}.${format}`;
}

/** True for an id that a photo can have: a UUID in lower case. */
export function isPhotoId(text: string): boolean {
  return photoIdPattern.test(text);
}

/** Width and format of a file name such as `960.jpg`; null for a name that no photo has. */
export function parsePhotoFile(file: string): { width: PhotoWidth; format: PhotoFormat } | null {
  const match = photoFilePattern.exec(file);
  const width = widthByText.get(match?.[1] ?? "");
  const format = formatByText.get(match?.[2] ?? "");
  return width === undefined || format === undefined ? null : { width, format };
}

/** The photo that a root-relative address names; null for any other path. */
export function parsePhotoPath(path: string): PhotoAddress | null {
  const match = photoPathPattern.exec(path);
  const id = match?.[1];
  const file = parsePhotoFile(match?.[2] ?? "");
  return id === undefined || file === null ? null : { id, ...file };
}

/**
 * The same photo in another size, for `srcset`: works on root-relative and absolute addresses alike, and
 * gives any other address (a picture that is not from our store) back as it is.
 */
export function resizedPhotoUrl(url: string, width: PhotoWidth, format: PhotoFormat): string {
  const start = url.lastIndexOf("/photos/");
  if (start < 0 || parsePhotoPath(url.slice(start)) === null) return url;
  return `${url.slice(0, url.lastIndexOf("/"))}/${width}.${format}`;
}

/**
 * A `srcset` of the photo at these widths, from any of its addresses; "" for a picture that is not from our store. The
 * address is taken apart once for all widths: a page of results writes hundreds.
 */
export function photoSrcSet(url: string, widths: readonly PhotoWidth[], format: PhotoFormat): string {
  const start = url.lastIndexOf("/photos/");
  if (start < 0 || parsePhotoPath(url.slice(start)) === null) return "";
  const folder = url.slice(0, url.lastIndexOf("/"));
  return widths.map((width) => `${folder}/${width}.${format} ${width}w`).join(", ");
}
