/**
 * Takes the README's pictures from the demo: docs/picture.jpg (the search on a wide screen) and
 * docs/picture-phone.jpg (a car on a phone).
 *
 *     npm run pictures
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContextOptions, chromium } from "@playwright/test";
import sharp from "sharp";
import { chromiumFlags, firstPages } from "./first-pages.ts";

const { site, pages } = await firstPages();
const pathOf = (wanted: string) => pages.find(({ name }) => name === wanted)?.path ?? wanted;

const pictures: readonly { file: string; path: string; screen: BrowserContextOptions }[] = [
  { file: "picture.jpg", path: pathOf("/search"), screen: { viewport: { width: 1440, height: 900 } } },
  {
    file: "picture-phone.jpg",
    path: pathOf("/car/{id}"),
    screen: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  },
];

/** Waits for the first price fit: until then no card has a price band. */
async function pricesLearned(): Promise<void> {
  const deadline = Date.now() + 10 * 60_000;
  while (
    (await fetch(`${site}/api/cars?limit=1`).then((answer) => answer.text())).includes('"priceBand":null')
  ) {
    if (Date.now() > deadline) throw new Error("The demo's prices were not learned.");
    await sleep(1_000);
  }
}

const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: chromiumFlags,
});

async function take({ file, path, screen }: (typeof pictures)[number]): Promise<void> {
  const page = await browser.newPage({ ...screen, locale: "sq-XK", reducedMotion: "reduce" });
  await page.goto(`${site}${path}`, { waitUntil: "networkidle" });
  const shot = await page.screenshot({ animations: "disabled" });
  const { size } = await sharp(shot)
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(import.meta.dirname, "../docs", file));
  console.log(`docs/${file}: ${Math.round(size / 1000)} kB`);
}

try {
  await pricesLearned();
  await Promise.all(pictures.map(take));
} finally {
  await browser.close();
}
