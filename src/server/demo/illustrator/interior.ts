import { Canvas } from "./canvas.ts";
import { blend } from "./colour.ts";
import { frame, raster, rect, seededRandom, vignette, wholeFrame } from "./scene.ts";
import { scenes, type SceneName } from "./scenes.ts";
import { cluster, centreConsole, screen, steeringWheel } from "./interior-controls.ts";

export const upholsteries = ["black", "cream", "cognac", "grey"] as const;
export type Upholstery = (typeof upholsteries)[number];
export const dashboards = ["classic", "modern", "electric"] as const;
export type Dashboard = (typeof dashboards)[number];

/** Everything that a picture of a cabin follows from. */
export interface InteriorDrawing {
  /** The whole cabin, or wheel and instruments from near. */
  view: "cabin" | "cockpit";
  dashboard: Dashboard;
  upholstery: Upholstery;
  manual: boolean;
  scene: SceneName;
  seed: number;
}

export interface Tones {
  soft: string;
  softLight: string;
  softDeep: string;
  hide: string;
  hideDeep: string;
  trim: readonly [string, string, string];
  lining: string;
}

const tones: Record<Upholstery, Tones> = {
  black: {
    soft: "#26292d",
    softLight: "#464b51",
    softDeep: "#121416",
    hide: "#2e3135",
    hideDeep: "#17191b",
    trim: ["#e9edf0", "#8f979e", "#c7ced3"],
    lining: "#cfcbc4",
  },
  cream: {
    soft: "#3b3632",
    softLight: "#5e5751",
    softDeep: "#1d1a18",
    hide: "#d8cab2",
    hideDeep: "#a3937a",
    trim: ["#a9794d", "#6b4327", "#8d5f39"],
    lining: "#e2dacb",
  },
  cognac: {
    soft: "#2a2725",
    softLight: "#4b4642",
    softDeep: "#141210",
    hide: "#a5653a",
    hideDeep: "#6b3c20",
    trim: ["#3c4044", "#191b1d", "#2d3135"],
    lining: "#bdb5aa",
  },
  grey: {
    soft: "#4a4f55",
    softLight: "#70767c",
    softDeep: "#26292d",
    hide: "#8b9096",
    hideDeep: "#5b6066",
    trim: ["#f4f6f7", "#aab1b7", "#dde2e5"],
    lining: "#d9dad9",
  },
};

/** The cabin from between the front seats, as SVG, 4:3. The same drawing gives the same text, always. */
export function drawInterior(drawing: InteriorDrawing): string {
  const canvas = new Canvas();
  const random = seededRandom(drawing.seed);
  const t = tones[drawing.upholstery];
  const scene = scenes[drawing.scene];
  scene.draw({ canvas, horizon: 360, random });
  rect(canvas, 0, 0, frame.width, 620, "#eef4fa", 'fill-opacity="0.16"');
  bonnet(canvas);
  lining(canvas, t);
  doors(canvas, t);
  dash(canvas, t, drawing);
  centreConsole(canvas, t, drawing);
  if (drawing.dashboard !== "electric") cluster(canvas, drawing);
  else rect(canvas, 296, 452, 280, 84, "#0b0e12", 'rx="14"');
  steeringWheel(canvas, t, drawing);
  screen(canvas, drawing, random);
  vignette(canvas);
  return drawing.view === "cabin"
    ? canvas.svg(raster.width, raster.height, wholeFrame)
    : canvas.svg(raster.width, raster.height, [90, 330, 1000, 750]);
}

function bonnet(canvas: Canvas): void {
  canvas.add(
    `<path d="M190 470Q800 372 1410 470V520H190Z" fill="${canvas.linear(
      [0, 400],
      [0, 500],
      [
        [0, "#8a949d"],
        [0.3, "#545d66"],
        [1, "#2c3238"],
      ],
    )}"/>`,
  );
}

function lining(canvas: Canvas, t: Tones): void {
  const cloth = canvas.linear(
    [0, 0],
    [0, 150],
    [
      [0, blend(t.lining, "#000000", 0.28)],
      [1, t.lining],
    ],
  );
  canvas.add(`<path d="M0 0H1600V210Q1480 118 1330 104Q800 72 270 104Q120 118 0 210Z" fill="${cloth}"/>`);
  canvas.add(
    `<path d="M0 210Q120 118 270 104Q800 72 1330 104Q1480 118 1600 210" fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="5"/>`,
  );
  for (const x of [300, 860]) {
    canvas.add(
      `<path d="M${x} 40Q${x + 220} 20 ${x + 440} 40L${x + 436} 112Q${x + 220} 92 ${x + 4} 112Z" fill="${blend(t.lining, "#ffffff", 0.12)}" stroke="#000" stroke-opacity="0.18" stroke-width="3"/>`,
    );
  }
  // Pillars.
  const pillar = canvas.linear(
    [100, 0],
    [300, 0],
    [
      [0, blend(t.lining, "#000000", 0.35)],
      [0.6, t.lining],
      [1, blend(t.lining, "#000000", 0.45)],
    ],
  );
  canvas.add(
    `<path d="M236 96L300 100L132 500L40 520Z" fill="${pillar}"/><path d="M1364 96L1300 100L1468 500L1560 520Z" fill="${pillar}"/>`,
  );
  // Mirror.
  rect(canvas, 786, 84, 28, 46, "#15181b");
  rect(canvas, 668, 118, 264, 84, "#15181b", 'rx="30"');
  rect(
    canvas,
    680,
    128,
    240,
    62,
    canvas.linear(
      [680, 0],
      [920, 0],
      [
        [0, "#6d7f8c"],
        [0.5, "#c2d0d8"],
        [1, "#57656f"],
      ],
    ),
    'rx="22"',
  );
}

function doors(canvas: Canvas, t: Tones): void {
  for (const flip of [false, true]) {
    const group: string[] = [];
    const hide = canvas.linear(
      [0, 520],
      [0, 1100],
      [
        [0, t.softLight],
        [0.2, t.soft],
        [1, t.softDeep],
      ],
    );
    const pad = canvas.linear(
      [0, 640],
      [0, 820],
      [
        [0, t.hide],
        [1, t.hideDeep],
      ],
    );
    group.push(
      `<path d="M0 500L150 486L240 1200H0Z" fill="${hide}"/>`,
      `<path d="M0 650L150 640Q190 720 180 800L0 830Z" fill="${pad}"/>`,
      `<path d="M0 850L190 822Q210 850 205 886L0 918Z" fill="${t.soft}" stroke="#000" stroke-opacity="0.3" stroke-width="3"/>`,
      `<path d="M20 566L110 560" stroke="#d9dee2" stroke-width="13" stroke-linecap="round"/><path d="M20 572L110 566" stroke="#000" stroke-opacity="0.35" stroke-width="4" stroke-linecap="round"/>`,
      `<circle cx="96" cy="1040" r="78" fill="#0f1113"/><circle cx="96" cy="1040" r="78" fill="none" stroke="#4a5056" stroke-width="5"/>`,
    );
    for (const r of [18, 36, 54])
      group.push(
        `<circle cx="96" cy="1040" r="${r}" fill="none" stroke="#2c3135" stroke-width="5" stroke-dasharray="4 7"/>`,
      );
    // The wing mirror, seen through the window.
    group.push(
      `<path d="M4 430Q4 392 50 388L92 392Q112 400 108 432L100 456H10Z" fill="#1b1f23"/><path d="M14 430Q16 402 50 400L86 403Q98 408 96 430L90 446H18Z" fill="#a9bccb"/>`,
    );
    canvas.add(`<g${flip ? ' transform="translate(1600 0) scale(-1 1)"' : ""}>${group.join("")}</g>`);
  }
}

function dash(canvas: Canvas, t: Tones, drawing: InteriorDrawing): void {
  const top = canvas.linear(
    [0, 430],
    [0, 600],
    [
      [0, t.softLight],
      [0.25, t.soft],
      [1, t.softDeep],
    ],
  );
  const hump = drawing.dashboard === "classic" ? 398 : drawing.dashboard === "modern" ? 418 : 452;
  canvas.add(
    `<path d="M60 520Q150 470 250 456Q330 ${hump} 470 ${hump}Q610 ${hump} 690 452Q1050 430 1350 456Q1470 470 1540 520V1200H60Z" fill="${top}"/>`,
  );
  canvas.add(
    `<path d="M70 516Q150 470 250 456Q330 ${hump} 470 ${hump}Q610 ${hump} 690 452Q1050 430 1350 456Q1470 470 1530 516" fill="none" stroke="#fff" stroke-opacity="0.2" stroke-width="3"/>`,
  );
  // Hide-covered middle with a seam, then the trim strip with air vents.
  canvas.add(
    `<path d="M70 560Q800 500 1530 560L1520 690Q800 640 80 690Z" fill="${canvas.linear(
      [0, 540],
      [0, 690],
      [
        [0, t.hide],
        [1, t.hideDeep],
      ],
    )}"/>`,
  );
  canvas.add(
    `<path d="M76 574Q800 514 1524 574" fill="none" stroke="#fff" stroke-opacity="0.45" stroke-width="2.4" stroke-dasharray="9 6"/>`,
  );
  const trim = canvas.linear(
    [100, 640],
    [1500, 760],
    [
      [0, t.trim[0]],
      [0.35, t.trim[1]],
      [0.6, t.trim[2]],
      [1, t.trim[1]],
    ],
  );
  canvas.add(
    `<path d="M78 668Q800 618 1522 668L1516 738Q800 690 84 738Z" fill="${trim}"/><path d="M78 668Q800 618 1522 668" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="2.5"/><path d="M84 738Q800 690 1516 738" fill="none" stroke="#000" stroke-opacity="0.5" stroke-width="3"/>`,
  );
  for (const [x, y, w] of [
    [96, 600, 104],
    [1180, 588, 150],
    [1400, 600, 104],
  ] as const)
    vent(canvas, x, y, w);
  canvas.add(
    `<path d="M84 742Q800 694 1516 742L1490 1200H110Z" fill="${canvas.linear(
      [0, 740],
      [0, 1160],
      [
        [0, t.soft],
        [0.3, t.softDeep],
        [1, "#0b0c0d"],
      ],
    )}"/>`,
  );
  // Glove box.
  canvas.add(
    `<path d="M1040 772Q1250 764 1470 788L1452 930Q1250 914 1050 912Z" fill="${t.soft}" fill-opacity="0.7" stroke="#000" stroke-opacity="0.5" stroke-width="3"/><path d="M1062 776Q1250 770 1452 790" stroke="#fff" stroke-opacity="0.12" stroke-width="3" fill="none"/>`,
  );
  rect(canvas, 1210, 800, 80, 12, "#0d0f10", 'rx="6"');
}

function vent(canvas: Canvas, x: number, y: number, w: number): void {
  rect(canvas, x, y, w, 68, "#0c0e10", 'rx="16"');
  for (let k = 0; k < 4; k++) rect(canvas, x + 10, y + 12 + k * 13, w - 20, 5, "#353a3f", 'rx="2"');
  rect(canvas, x + w / 2 - 4, y + 8, 8, 52, "#aeb5bb", 'rx="4"');
  rect(canvas, x, y, w, 68, "none", 'rx="16" stroke="#9ca3a9" stroke-width="3"');
}
