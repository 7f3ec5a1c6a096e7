/** Limits of pictures (specification.md#photos), in bytes, pixels and days. */

/** Maximum body of a photo upload. */
export const maxPhotoBytes = 25 * 1024 * 1024;

/** Width x height in a picture's header. */
export const maxPhotoPixels = 50_000_000;

/**
 * Longest side in pixels. WebP, one of our output formats, is limited to 16,383; a camera's 50 megapixels are
 * about 8,200 wide.
 */
export const maxPhotoSide = 16_000;

/** Long side : short side. The widest phone panoramas are about 8:1. */
export const maxPhotoAspect = 30;

/** A photo that no car took is removed after this many days. */
export const orphanPhotoDays = 7;

/**
 * Maximum of unused photos per account. A dealer uploads 80 cars of ten photos in an hour before the first one
 * is published; anybody else fills a form or two. Ten photos of 12 megapixels are 7.5 MB on disk.
 */
export const maxOrphanPhotos = { dealer: 1_000, anybody: 200 } as const;
