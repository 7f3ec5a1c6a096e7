/** The picture that is shown where somebody shares a page (Open Graph): its size in pixels. */
export const sharePictureSize = { width: 1200, height: 630 } as const;

/** The picture of every page that has none of its own. */
export const sitePicturePath = "/og/site.jpg";
