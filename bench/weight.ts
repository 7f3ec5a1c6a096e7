/**
 * What a first visit on a phone loads for each of the twelve most visited pages, in Chromium, on the built
 * site with demo data: elements, HTML, bytes transferred, number of scripts, and scripts as brotli. Each
 * figure has a limit; above it is a MISS, and the run exits with 1. e2e/weight.phone.e2e.ts also tests the
 * limit of /search.
 *
 *     npm run weight
 */
import { chromium, devices, type Page } from "@playwright/test";
import { weighedKinds, weighPage } from "#testing/page-weight.ts";
import { chromiumFlags, firstPages } from "./first-pages.ts";

/** Elements once the page has settled, number of script files, and kB transferred. */
interface Figures {
  readonly elements: number;
  readonly html: number;
  readonly sum: number;
  readonly scripts: number;
  readonly script: number;
}

interface VisitedPage {
  readonly path: string;
  /** The demo account that visits; absent for a guest. */
  readonly as?: "autosallon@vetura.example" | "shitesi@vetura.example";
  readonly limits: Figures;
}

const names = ["elements", "html", "sum", "scripts", "script"] as const;
const headings: Readonly<Record<keyof Figures, string>> = {
  elements: "elements",
  html: "HTML kB",
  sum: "all kB",
  scripts: "scripts",
  script: "script kB",
};

/** The phone of Lighthouse's profile; a higher pixel ratio loads larger photos. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  // By it the server knows a phone (domain/site/is-phone.ts).
  userAgent: devices["Moto G4"].userAgent,
} as const;

const { site, pages } = await firstPages();
const car = pages.find(({ name }) => name === "/car/{id}")?.path ?? "";
const dealer = "autosallon@vetura.example";
const visited: readonly VisitedPage[] = [
  { path: "/", limits: { elements: 800, html: 76, sum: 300, scripts: 16, script: 140 } },
  { path: "/search", limits: { elements: 700, html: 76, sum: 230, scripts: 12, script: 120 } },
  { path: car, limits: { elements: 700, html: 70, sum: 330, scripts: 36, script: 215 } },
  { path: "/vlera", limits: { elements: 500, html: 40, sum: 250, scripts: 20, script: 170 } },
  { path: "/compare", limits: { elements: 500, html: 40, sum: 250, scripts: 16, script: 150 } },
  { path: "/favorites", limits: { elements: 500, html: 40, sum: 280, scripts: 40, script: 215 } },
  { path: "/login", limits: { elements: 300, html: 40, sum: 300, scripts: 20, script: 200 } },
  { path: "/register", limits: { elements: 300, html: 40, sum: 320, scripts: 24, script: 220 } },
  { path: "/add-car", as: dealer, limits: { elements: 800, html: 60, sum: 300, scripts: 20, script: 200 } },
  {
    path: "/my-publishings",
    as: dealer,
    limits: { elements: 900, html: 60, sum: 400, scripts: 30, script: 230 },
  },
  {
    path: "/autosallon-dashboard",
    as: dealer,
    limits: { elements: 600, html: 40, sum: 350, scripts: 34, script: 280 },
  },
  { path: "/profile", as: dealer, limits: { elements: 500, html: 40, sum: 350, scripts: 30, script: 250 } },
];

async function signIn(page: Page, email: string): Promise<void> {
  const password = process.env["DEMO_PASSWORD"];
  const answer = await page.request.post(`${site}/api/login`, { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} can't sign in: ${answer.status()}`);
}

async function weigh(page: Page, path: string): Promise<Figures> {
  const weights = await weighPage(page, site + path);
  const headers = { "Accept-Encoding": "identity", "Sec-CH-UA-Mobile": "?1" };
  const html = await page.request.get(site + path, { headers });
  return {
    elements: await page.locator("body *").count(),
    html: (await html.body()).length / 1000,
    sum: weighedKinds.reduce((sum, kind) => sum + weights[kind].sent, 0) / 1000,
    scripts: weights.script.files,
    script: weights.script.sent / 1000,
  };
}

const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({
  args: chromiumFlags,
  ...(executablePath === undefined ? {} : { executablePath }),
});
console.log(`\n${"".padEnd(24)}${names.map((name) => headings[name].padStart(22)).join("")}`);
for (const { path, as, limits } of visited) {
  const context = await browser.newContext({ ...phone, locale: "sq-XK" });
  const page = await context.newPage();
  if (as !== undefined) await signIn(page, as);
  const figures = await weigh(page, path);
  await context.close();
  const cells = names.map((name) => {
    const isOver = figures[name] > limits[name];
    if (isOver) process.exitCode = 1;
    return `${figures[name].toFixed(Number.isInteger(figures[name]) ? 0 : 1)} (${limits[name]} ${isOver ? "MISS" : "ok"})`.padStart(
      22,
    );
  });
  console.log(`${path.replace(car, "/car/{id}").padEnd(24)}${cells.join("")}`);
}
await browser.close();
