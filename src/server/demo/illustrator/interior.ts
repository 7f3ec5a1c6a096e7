import { Canvas, px } from "./canvas.ts";
import { blend } from "./colour.ts";
import { frame, polygon, raster, rect, seededRandom, vignette, wholeFrame } from "./scene.ts";
import { scenes, type SceneName } from "./scenes.ts";
import { steps, type Vec2 } from "./vectors.ts";

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

interface Tones {
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
  console_(canvas, t, drawing);
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

function console_(canvas: Canvas, t: Tones, drawing: InteriorDrawing): void {
  const side = canvas.linear(
    [620, 0],
    [980, 0],
    [
      [0, t.softDeep],
      [0.15, t.soft],
      [0.5, t.softLight],
      [0.85, t.soft],
      [1, t.softDeep],
    ],
  );
  canvas.add(
    `<path d="M668 730Q800 716 932 730L958 940Q1010 1060 1020 1200H580Q590 1060 642 940Z" fill="${side}"/>`,
  );
  canvas.add(
    `<path d="M690 880Q800 868 910 880L938 1200H662Z" fill="#111315"/><path d="M690 880Q800 868 910 880L938 1200H662Z" fill="none" stroke="${t.trim[2]}" stroke-width="4"/>`,
  );
  if (drawing.dashboard !== "electric") {
    for (const x of [722, 800, 878]) {
      canvas.add(
        `<circle cx="${x}" cy="806" r="36" fill="#0c0e10"/><circle cx="${x}" cy="804" r="31" fill="${canvas.radial(
          [x - 8, 792],
          40,
          [
            [0, "#e9edf0"],
            [0.5, "#9aa1a8"],
            [1, "#565d63"],
          ],
        )}"/><circle cx="${x}" cy="804" r="20" fill="#1b1e21"/><path d="M${x} 788v-9" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
      );
    }
  } else rect(canvas, 700, 770, 200, 16, "#0b0d0f", 'rx="8"');
  if (drawing.manual) {
    canvas.add(
      `<path d="M736 1020Q800 990 864 1020L838 930Q800 918 762 930Z" fill="${t.hideDeep}"/><path d="M760 1014Q786 950 782 930M800 1006V926M840 1014Q814 950 818 930" stroke="#000" stroke-opacity="0.3" stroke-width="4" fill="none"/>`,
    );
    rect(canvas, 793, 872, 14, 70, "#c3cace");
    canvas.add(
      `<ellipse cx="800" cy="862" rx="40" ry="38" fill="${canvas.radial([788, 846], 48, [
        [0, "#6d747a"],
        [0.5, "#2c3034"],
        [1, "#0e1011"],
      ])}"/><ellipse cx="800" cy="850" rx="20" ry="13" fill="#c9cfd3" fill-opacity="0.55"/>`,
    );
  } else {
    rect(canvas, 748, 912, 104, 120, "#1a1d20", 'rx="22"');
    canvas.add(
      `<path d="M772 890Q800 870 828 890L836 986Q800 1000 764 986Z" fill="${canvas.linear(
        [760, 0],
        [840, 0],
        [
          [0, "#24282b"],
          [0.4, "#5b6167"],
          [1, "#1a1d20"],
        ],
      )}"/>`,
    );
    rect(canvas, 782, 884, 36, 10, "#d5dade", 'rx="5"');
  }
  for (const y of [1092]) {
    for (const x of [744, 856])
      canvas.add(
        `<ellipse cx="${x}" cy="${y}" rx="48" ry="34" fill="#050607" stroke="#7f868c" stroke-width="4"/>`,
      );
  }
}

function cluster(canvas: Canvas, drawing: InteriorDrawing): void {
  canvas.add('<g transform="translate(-34 0)">');
  canvas.add(`<path d="M282 560Q300 440 470 436Q640 440 658 560Q470 600 282 560Z" fill="#08090b"/>`);
  const digital = drawing.dashboard === "modern";
  for (const [x, angle] of [
    [372, -40],
    [568, 30],
  ] as const) {
    canvas.add(
      `<circle cx="${x}" cy="524" r="72" fill="#0d1013"/><circle cx="${x}" cy="524" r="70" fill="none" stroke="${digital ? "#4a86e8" : "#c8ced3"}" stroke-width="4"/>`,
    );
    for (const a of steps(-220, 40, 11)) {
      const [c, s] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      canvas.add(
        `<path d="M${px(x + c * 62)} ${px(524 + s * 62)}L${px(x + c * 52)} ${px(524 + s * 52)}" stroke="#eef2f5" stroke-width="3"/>`,
      );
    }
    canvas.add(
      `<path d="M${x} 524L${px(x + 54 * Math.sin((angle * Math.PI) / 180))} ${px(524 - 54 * Math.cos((angle * Math.PI) / 180))}" stroke="#ff5a3c" stroke-width="5" stroke-linecap="round"/><circle cx="${x}" cy="524" r="11" fill="#2b3035"/>`,
    );
  }
  rect(canvas, 448, 474, 44, 84, digital ? "#17345f" : "#1c2a33", 'rx="8"');
  for (const y of [490, 510, 530]) rect(canvas, 456, y, 28, 6, "#8fc1ff", 'rx="3" fill-opacity="0.7"');
  canvas.add("</g>");
}

function screen(canvas: Canvas, drawing: InteriorDrawing, random: () => number): void {
  const [x, y, w, h] =
    drawing.dashboard === "classic"
      ? [690, 500, 220, 132]
      : drawing.dashboard === "modern"
        ? [664, 446, 300, 176]
        : [640, 440, 380, 240];
  rect(canvas, x - 10, y - 10, w + 20, h + 20, "#07080a", 'rx="18"');
  const clip = canvas.define(
    (id) => `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="10"/></clipPath>`,
  );
  const marks: string[] = [
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${canvas.linear(
      [x, y],
      [x + w, y + h],
      [
        [0, "#1a2b3f"],
        [1, "#0e1824"],
      ],
    )}"/>`,
  ];
  for (let k = 0; k < 7; k++) {
    const vx = x + random() * w;
    marks.push(
      `<path d="M${px(vx)} ${y}L${px(vx + (random() - 0.5) * 120)} ${y + h}" stroke="#3a516b" stroke-width="${px(3 + random() * 5)}"/>`,
    );
    const vy = y + random() * h;
    marks.push(
      `<path d="M${x} ${px(vy)}L${x + w} ${px(vy + (random() - 0.5) * 70)}" stroke="#32475f" stroke-width="${px(2 + random() * 4)}"/>`,
    );
  }
  marks.push(
    `<path d="M${px(x + w * 0.52)} ${y + h}Q${px(x + w * 0.5)} ${px(y + h * 0.6)} ${px(x + w * 0.62)} ${px(y + h * 0.4)}T${px(x + w * 0.78)} ${y}" stroke="#4f9bff" stroke-width="9" fill="none" stroke-linecap="round"/>`,
    `<circle cx="${px(x + w * 0.52)}" cy="${px(y + h * 0.82)}" r="10" fill="#fff"/><circle cx="${px(x + w * 0.52)}" cy="${px(y + h * 0.82)}" r="6" fill="#2f7df0"/>`,
    `<rect x="${x}" y="${y}" width="${px(w * 0.2)}" height="${h}" fill="#0b121b" fill-opacity="0.82"/>`,
  );
  for (const [k, colour] of ["#4f9bff", "#63c48b", "#d0a650", "#c96a6a"].entries()) {
    marks.push(
      `<rect x="${px(x + w * 0.06)}" y="${px(y + h * (0.1 + k * 0.21))}" width="${px(w * 0.085)}" height="${px(w * 0.085)}" rx="6" fill="${colour}"/>`,
    );
  }
  marks.push(
    `<path d="M${x} ${y}H${px(x + w * 0.7)}L${px(x + w * 0.42)} ${y + h}H${x}Z" fill="#fff" fill-opacity="0.06"/>`,
  );
  canvas.add(`<g clip-path="url(#${clip})">${marks.join("")}</g>`);
}

function steeringWheel(canvas: Canvas, t: Tones, drawing: InteriorDrawing): void {
  const [cx, cy, r] = [436, 742, 250];
  const flat = drawing.dashboard !== "classic";
  const ring = (radius: number): string =>
    flat
      ? `M${cx - radius * 0.62} ${cy + radius * 0.8}A${radius} ${radius} 0 1 1 ${cx + radius * 0.62} ${cy + radius * 0.8}Q${cx} ${cy + radius * 0.9} ${cx - radius * 0.62} ${cy + radius * 0.8}Z`
      : `M${cx - radius} ${cy}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1 ${-radius * 2} 0Z`;
  const hide = canvas.linear(
    [cx - r, cy - r],
    [cx + r, cy + r],
    [
      [0, "#565c62"],
      [0.25, "#25282b"],
      [0.6, "#17191b"],
      [1, "#3a3f44"],
    ],
  );
  canvas.add(
    `<path d="${ring(r)}" transform="translate(6 16)" fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="52"/>`,
  );
  // Spokes and hub first, the rim over their ends.
  const spoke: Vec2[] = [
    [-248, -10],
    [-92, -58],
    [92, -58],
    [248, -10],
    [240, 44],
    [96, 78],
    [46, 236],
    [-46, 236],
    [-96, 78],
    [-240, 44],
  ];
  polygon(
    canvas,
    spoke.map((p): Vec2 => [cx + p[0], cy + p[1]]),
    canvas.linear(
      [0, cy - 60],
      [0, cy + 230],
      [
        [0, "#34393e"],
        [1, "#121416"],
      ],
    ),
    'stroke="#0a0b0c" stroke-width="4" stroke-linejoin="round"',
  );
  for (const s of [-1, 1]) {
    polygon(
      canvas,
      [
        [cx + s * 108, cy - 34],
        [cx + s * 214, cy - 4],
        [cx + s * 208, cy + 36],
        [cx + s * 112, cy + 46],
      ],
      "#0d0f11",
    );
    for (const [dx, dy] of [
      [134, -2],
      [170, 8],
      [134, 26],
      [172, 26],
    ] as const)
      canvas.add(`<circle cx="${cx + s * dx}" cy="${cy + dy}" r="9" fill="#4a5157"/>`);
    canvas.add(
      `<path d="M${cx + s * 30} ${cy + 110}L${cx + s * 30} ${cy + 222}" stroke="${t.trim[2]}" stroke-width="9" stroke-linecap="round"/>`,
    );
  }
  canvas.add(
    `<path d="M${cx - 100} ${cy - 46}Q${cx} ${cy - 84} ${cx + 100} ${cy - 46}Q${cx + 116} ${cy + 20} ${cx + 74} ${cy + 82}Q${cx} ${cy + 112} ${cx - 74} ${cy + 82}Q${cx - 116} ${cy + 20} ${cx - 100} ${cy - 46}Z" fill="${canvas.radial(
      [cx - 30, cy - 40],
      170,
      [
        [0, "#4b5157"],
        [0.6, "#26292d"],
        [1, "#141618"],
      ],
    )}" stroke="#08090a" stroke-width="4"/>`,
  );
  canvas.add(`<circle cx="${cx}" cy="${cy + 8}" r="27" fill="#15181a" stroke="#cfd5d9" stroke-width="4"/>`);
  canvas.add(
    `<path d="${ring(r)}" fill="none" stroke="#08090a" stroke-width="52"/><path d="${ring(r)}" fill="none" stroke="${hide}" stroke-width="46"/>`,
  );
  canvas.add(
    `<path d="${ring(r + 11)}" fill="none" stroke="#fff" stroke-opacity="0.14" stroke-width="5"/><path d="${ring(r - 15)}" fill="none" stroke="${drawing.upholstery === "cognac" ? "#c98a5a" : "#8b9298"}" stroke-opacity="0.6" stroke-width="2.5" stroke-dasharray="8 6"/>`,
  );
}
