import sharp, { type OverlayOptions } from "sharp";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { sharePictureMessages as text } from "#domain/messages/share-picture.ts";
import { sharePictureSize } from "#domain/photos/site-picture.ts";
import { renderText, type TextBox } from "./draw-text.ts";
import type { CarCard, ShareCard } from "./og-protocol.ts";

// The colours of src/web/app.css that a picture needs.
const ink = "#12151b";
const soft = "#555d6b";
const blue = "#244aa5";
const gold = "#d0a650";
const line = "#e2e5ea";

const { width, height } = sharePictureSize;
/** The photo's share of the width; the rest shows the facts. */
const photoWidth = 760;
const left = photoWidth + 40;
const room = width - left - 36;

function shapes(content: string): OverlayOptions {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  return { input: Buffer.from(svg), left: 0, top: 0 };
}

/** The logo of the site's pages (features/shell/logo.tsx). */
function logo(x: number, y: number, size: number, onBlue = false): string {
  const [ground, stroke] = onBlue ? ["#fff", blue] : [blue, "#fff"];
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="9" fill="${ground}"/><path d="M7.5 9.5 16 23l8.5-13.5" fill="none" stroke="${stroke}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="16" cy="10" r="2.2" fill="${gold}"/></g>`;
}

const noPhoto = `<rect width="${photoWidth}" height="${height}" fill="#eef0f3"/><g transform="translate(200 180) scale(7.5)" fill="none" stroke="#b9c0ca" stroke-width="1" stroke-linejoin="round"><path d="M6 23v-4l5-1 4-6h15l6 6 6 1.5V23h-4a4 4 0 0 0-8 0H18a4 4 0 0 0-8 0H6Z"/><circle cx="14" cy="23" r="3"/><circle cx="34" cy="23" r="3"/></g>`;

/** A picture in progress: each text is placed below the previous one, so its height must be known. */
class Layers {
  readonly list: OverlayOptions[] = [];

  shape(content: string): void {
    this.list.push(shapes(content));
  }

  /** Draws a text; returns the y at which its ink ends. */
  async text(box: TextBox): Promise<number> {
    const rendered = await renderText(box);
    if (rendered === null) return box.top;
    this.list.push(rendered.layer);
    return box.top + rendered.height;
  }
}

async function drawCar(layers: Layers, car: CarCard, photo: Uint8Array | null): Promise<void> {
  if (photo === null) layers.shape(noPhoto);
  else {
    const cropped = await sharp(photo).resize(photoWidth, height, { fit: "cover" }).toBuffer();
    layers.list.push({ input: cropped, left: 0, top: 0 });
  }
  if (car.sold) {
    layers.shape(`<rect x="32" y="32" width="188" height="64" rx="14" fill="${ink}"/>`);
    await layers.text({
      text: text.sold,
      weight: "bold",
      size: 34,
      colour: "#ffffff",
      left: 60,
      top: 51,
      width: 148,
      height: 34,
    });
  }
  await layers.text({
    text: formatEuro(car.price),
    weight: "bold",
    size: 74,
    colour: ink,
    left,
    top: 78,
    width: room,
    height: 70,
  });
  const nameEnd = await layers.text({
    text: `${car.brand} ${car.model}`,
    weight: "bold",
    size: 42,
    colour: ink,
    left,
    top: 176,
    width: room,
    height: 96,
    wrap: true,
  });
  layers.shape(`<rect x="${left}" y="${nameEnd + 24}" width="64" height="6" rx="3" fill="${gold}"/>`);
  await layers.text({
    text: [`${car.year} · ${formatKm(car.mileage)}`, `${car.fuel} · ${car.transmission}`, car.location].join(
      "\n",
    ),
    weight: "medium",
    size: 32,
    colour: soft,
    left,
    top: nameEnd + 60,
    width: room,
    height: 150,
    spacing: 11,
  });
  layers.shape(
    `<rect x="${left}" y="${height - 112}" width="${room}" height="2" fill="${line}"/>${logo(left, height - 82, 48)}`,
  );
  await layers.text({
    text: car.siteName,
    weight: "bold",
    size: 34,
    colour: ink,
    left: left + 62,
    top: height - 70,
    width: room - 64,
    height: 34,
  });
}

async function drawSite(layers: Layers, siteName: string): Promise<void> {
  layers.shape(
    [
      `<rect width="${width}" height="${height}" fill="${blue}"/>`,
      // The logo's V, wide as a road, extends beyond the picture.
      `<path d="M700-60 940 330 1180-60" fill="none" stroke="#fff" stroke-opacity=".08" stroke-width="150" stroke-linecap="round" stroke-linejoin="round"/>`,
      logo(96, 170, 136, true),
      `<rect x="96" y="366" width="96" height="8" rx="4" fill="${gold}"/>`,
    ].join(""),
  );
  await layers.text({
    text: siteName,
    weight: "bold",
    size: 132,
    colour: "#ffffff",
    left: 270,
    top: 188,
    width: width - 96 - 270,
    height: 130,
  });
  await layers.text({
    text: text.headline,
    weight: "medium",
    size: 54,
    colour: "#ffffff",
    left: 96,
    top: 416,
    width: width - 192,
    height: 130,
    wrap: true,
  });
}

/** The picture of a card as a JPEG: a car's photo with its facts beside it, or the site's name. */
export async function drawCard(card: ShareCard, photo: Uint8Array | null): Promise<Uint8Array<ArrayBuffer>> {
  const layers = new Layers();
  if (card.kind === "car") await drawCar(layers, card, photo);
  else await drawSite(layers, card.siteName);
  const picture = sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(layers.list)
    // Text has hard edges: full chroma resolution keeps them clean.
    .jpeg({ quality: 82, chromaSubsampling: "4:4:4", mozjpeg: true });
  return new Uint8Array(await picture.toBuffer());
}
