import { formatEuro, formatKm } from "#domain/format/format.ts";
import { sharePictureMessages as text } from "#domain/messages/share-picture.ts";
import { type SharedCar } from "#domain/photos/share-picture.ts";
import { SHARE_PICTURE } from "#domain/photos/site-picture.ts";
import { drawText, fittingSize, isDrawable, widthOf, wrapped } from "./draw-text.ts";

// The look of src/web/app.css, in the few colours that a picture needs.
const ink = "#12151b";
const soft = "#555d6b";
const blue = "#244aa5";
const gold = "#d0a650";
const line = "#e2e5ea";

/** How much of the picture's width is the photo; the rest is paper with the facts. */
export const PHOTO_WIDTH = 760;

const { width, height } = SHARE_PICTURE;
const left = PHOTO_WIDTH + 40;
const room = width - left - 36;

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** The mark of the site's pages (features/shell/logo.tsx). */
function mark(x: number, y: number, size: number, onBlue = false): string {
  const [ground, stroke] = onBlue ? ["#fff", blue] : [blue, "#fff"];
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="9" fill="${ground}"/><path d="M7.5 9.5 16 23l8.5-13.5" fill="none" stroke="${stroke}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="16" cy="10" r="2.2" fill="${gold}"/></g>`;
}

const noPhoto = `<rect width="${PHOTO_WIDTH}" height="${height}" fill="#eef0f3"/><g transform="translate(200 180) scale(7.5)" fill="none" stroke="#b9c0ca" stroke-width="1" stroke-linejoin="round"><path d="M6 23v-4l5-1 4-6h15l6 6 6 1.5V23h-4a4 4 0 0 0-8 0H18a4 4 0 0 0-8 0H6Z"/><circle cx="14" cy="23" r="3"/><circle cx="34" cy="23" r="3"/></g>`;

function soldBadge(): string {
  const label = text.sold;
  const badge = widthOf(label, 34, 700) + 48;
  return `<rect x="32" y="32" width="${badge}" height="64" rx="14" fill="${ink}"/>${drawText(label, { x: 56, y: 76, size: 34, weight: 700, fill: "#fff" })}`;
}

/** What lies over and beside a car's photo: price, brand and model, year, kilometres, fuel, gearbox, town. */
export function drawCar(car: SharedCar, siteName: string, hasPhoto: boolean): string {
  const price = formatEuro(car.price);
  const priceSize = fittingSize(price, 74, 700, room);
  const parts = [
    `<rect x="${PHOTO_WIDTH}" width="${width - PHOTO_WIDTH}" height="${height}" fill="#fff"/>`,
    hasPhoto ? "" : noPhoto,
    car.sold ? soldBadge() : "",
    drawText(price, { x: left, y: 132, size: priceSize, weight: 700, fill: ink }),
  ];
  const name = wrapped(`${car.brand} ${car.model}`, 42, 700, room, 2);
  let y = 208;
  for (const each of name) {
    parts.push(drawText(each, { x: left, y, size: 42, weight: 700, fill: ink }));
    y += 52;
  }
  parts.push(`<rect x="${left}" y="${y - 18}" width="64" height="6" rx="3" fill="${gold}"/>`);
  y += 54;
  for (const fact of [
    `${car.year} · ${formatKm(car.mileage)}`,
    `${car.fuel} · ${car.transmission}`,
    car.location,
  ]) {
    const [shown = ""] = wrapped(fact, 32, 500, room, 1);
    parts.push(drawText(shown, { x: left, y, size: 32, weight: 500, fill: soft }));
    y += 50;
  }
  const site = fittingSize(siteName, 34, 700, room - 64);
  parts.push(
    `<rect x="${left}" y="${height - 112}" width="${room}" height="2" fill="${line}"/>`,
    mark(left, height - 82, 48),
    isDrawable(siteName)
      ? drawText(siteName, { x: left + 62, y: height - 46, size: site, weight: 700, fill: ink })
      : "",
  );
  return svg(parts.join(""));
}

/** The picture of pages that have none of their own. */
export function drawSite(siteName: string): string {
  const most = width - 192;
  const size = fittingSize(siteName, 132, 700, most - 180);
  const lines = wrapped(text.headline, 54, 500, most, 2);
  return svg(
    [
      `<rect width="${width}" height="${height}" fill="${blue}"/>`,
      // The mark's V, wide as a road, runs out of the picture.
      `<path d="M700-60 940 330 1180-60" fill="none" stroke="#fff" stroke-opacity=".08" stroke-width="150" stroke-linecap="round" stroke-linejoin="round"/>`,
      mark(96, 170, 136, true),
      drawText(siteName, { x: 270, y: 284, size, weight: 700, fill: "#fff" }),
      `<rect x="96" y="366" width="96" height="8" rx="4" fill="${gold}"/>`,
      ...lines.map((each, index) =>
        drawText(each, { x: 96, y: 456 + index * 68, size: 54, weight: 500, fill: "#fff" }),
      ),
    ].join(""),
  );
}
