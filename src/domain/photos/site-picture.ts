/** The Open Graph picture: its size in pixels. */
export const sharePictureSize = { width: 1200, height: 630 } as const;

/** The picture of every page without its own. */
export const sitePicturePath = "/og/site.jpg";
