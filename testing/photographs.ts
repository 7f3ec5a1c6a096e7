import sharp from "sharp";

/** Size of a 12-megapixel picture, as phones take it. */
const width = 4000;
const height = 3000;

export interface Photograph {
  name: string;
  bytes: Buffer;
}

/**
 * Drawn smaller, then every pixel is repeated: the grain compresses as badly, and ten pictures take a few
 * seconds.
 */
const scale = 4;
const small = { width: width / scale, height: height / scale };

/** A drawn scene with a number on it that shows order and orientation. */
function scene(number: number, hue: number): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${small.width}" height="${small.height}" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue},60%,75%)"/><stop offset="1" stop-color="hsl(${hue},30%,92%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <rect y="2100" width="100%" height="900" fill="hsl(${hue},10%,40%)"/>
    <path d="M600 2000 q200 -500 900 -520 q700 -20 1100 420 l700 120 v280 h-2700z" fill="hsl(${(hue + 180) % 360},60%,45%)"/>
    <circle cx="1300" cy="2300" r="260" fill="#222"/><circle cx="2800" cy="2300" r="260" fill="#222"/>
    <text x="2000" y="900" font-size="700" text-anchor="middle" font-family="sans-serif" fill="#123">${number}</text>
  </svg>`);
}

// How the pixels of an upright picture are stored in a rotated file: EXIF orientation -> clockwise degrees to
// store.
const storedTurn: Record<number, number> = { 1: 0, 3: 180, 6: 270, 8: 90 };

/**
 * A 12-megapixel JPEG with grain, as large as a phone's, stored rotated for a given orientation, with a
 * position in Prishtinë on request.
 */
export async function photograph(
  number: number,
  options: { orientation?: 1 | 3 | 6 | 8; gps?: boolean } = {},
): Promise<Photograph> {
  const orientation = options.orientation ?? 1;
  const grain = await sharp({
    create: {
      ...small,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 26 },
      background: "#808080",
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const drawn = await sharp(scene(number, (number * 37) % 360))
    .composite([{ input: grain, blend: "soft-light" }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const { data, info } = await sharp(drawn, { raw: { ...small, channels: 3 } })
    .rotate(storedTurn[orientation] ?? 0)
    .toBuffer({ resolveWithObject: true });
  let picture = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .resize(info.width * scale, info.height * scale, { kernel: "nearest" })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation });
  if (options.gps === true) {
    picture = picture.withExifMerge({
      IFD0: { Make: "Testphone", Model: "T1", Artist: "Owner Name" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "42/1 39/1 50/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "21/1 9/1 51/1",
      },
    });
  }
  return { name: `IMG_${String(number).padStart(4, "0")}.JPG`, bytes: await picture.toBuffer() };
}

/** Ten of them, or the first `count`: some sideways, one upside down, two with GPS coordinates. */
export async function takePhotographs(count = 10): Promise<Photograph[]> {
  const options: Parameters<typeof photograph>[1][] = [
    {},
    { orientation: 6 },
    {},
    { orientation: 8 },
    { gps: true },
    { orientation: 3 },
    {},
    { orientation: 6, gps: true },
    {},
    {},
  ];
  const pictures: Photograph[] = [];
  for (const [index, option] of options.slice(0, count).entries())
    pictures.push(await photograph(index + 1, option));
  return pictures;
}

/** A small photograph unlike any other, even of the same number; the scenes alone resemble each other. */
export async function distinctPicture(number: number): Promise<Buffer> {
  const { bytes } = await photograph(number);
  // Random blotches make each scene different.
  const noise = { type: "gaussian", mean: 128, sigma: 70 } as const;
  const blotches = await sharp({
    create: { width: 14, height: 10, channels: 3, background: "#808080", noise },
  })
    .png()
    .toBuffer();
  const overlay = await sharp(blotches).resize(640, 480, { kernel: "cubic" }).toBuffer();
  return sharp(bytes)
    .resize({ width: 640 })
    .composite([{ input: overlay, blend: "overlay" }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
