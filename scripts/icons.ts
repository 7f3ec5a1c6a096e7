/**
 * Draws the icons in public/ from src/web/assets/icon.svg. They are committed; run it only when the logo
 * changes.
 *
 *     node scripts/icons.ts
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const root = join(import.meta.dirname, "..");
const mark = (await readFile(join(root, "src/web/assets/icon.svg"), "utf8")).trim();
// Systems mask icons in their own shape: the background fills the square, and the logo is in the safe area.
const square = (scale: number) => {
  const inner = mark.replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(/<rect[^>]*\/>/, "");
  const shift = 16 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#244aa5"/><g transform="translate(${shift} ${shift}) scale(${scale})">${inner}</g></svg>`;
};

function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** An .ico file of one PNG. */
function ico(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

const files: readonly (readonly [string, Buffer])[] = [
  ["favicon.ico", ico(await png(mark, 32), 32)],
  ["apple-touch-icon.png", await png(square(0.85), 180)],
  ["icon-192.png", await png(mark, 192)],
  ["icon-512.png", await png(mark, 512)],
  ["icon-maskable-512.png", await png(square(0.75), 512)],
];
for (const [name, content] of files) await writeFile(join(root, "public", name), content);
