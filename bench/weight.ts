/**
 * What a first visit on a phone loads: script, styles, fonts, pictures and data of the built site in Chromium, as sent
 * (brotli) and as gzip. What it may weigh is tested in e2e/weight.phone.e2e.ts.
 *
 *     npm run weight
 */
import { chromium } from "@playwright/test";
import { weighedKinds, weighPage } from "#testing/page-weight.ts";
import { chromiumFlags, firstPages } from "./first-pages.ts";

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);

/** The phone of Lighthouse's profile; a finer screen takes larger photos. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;

const { site, pages } = await firstPages();
const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({
  args: chromiumFlags,
  ...(executablePath === undefined ? {} : { executablePath }),
});
console.log(`\n${"kB".padEnd(12)}${"".padEnd(10)}${"sent".padStart(8)}${"gzip".padStart(8)}   files`);
for (const { name, path } of pages) {
  const context = await browser.newContext({ ...phone, locale: "sq-XK" });
  const weights = await weighPage(await context.newPage(), site + path);
  await context.close();
  const sum = { sent: 0, gzip: 0, files: 0 };
  for (const kind of weighedKinds) {
    const { sent, gzip, files } = weights[kind];
    sum.sent += sent;
    sum.gzip += gzip;
    sum.files += files;
    const page = kind === weighedKinds[0] ? name : "";
    console.log(
      `${page.padEnd(12)}${kind.padEnd(10)}${kilobytes(sent)}${kilobytes(gzip)}${String(files).padStart(8)}`,
    );
  }
  console.log(
    `${"".padEnd(12)}${"together".padEnd(10)}${kilobytes(sum.sent)}${kilobytes(sum.gzip)}${String(sum.files).padStart(8)}\n`,
  );
}
await browser.close();
