import { path, px } from "./canvas.ts";
import {
  densify,
  endOf,
  fillOn,
  gradientOn,
  project,
  shutLine,
  strokeOn,
  type Car,
  type Lay,
} from "./parts.ts";
import { lerp, roundCorners, smoothCurve, steps, type Vec2 } from "./vectors.ts";
import { drawLamp } from "./headlamps.ts";

/** Grille, intakes, lamps and plate. Elevation: across -1 to 1, height as a share of the front's. */
export function drawFront(car: Car): void {
  const { shape } = car;
  const bottom = shape.sill(0.2);
  const top = shape.edge(0.12);
  const surface = endOf(car, "front");
  const lay: Lay = ([across, h]) => surface([across, lerp(bottom, top, h)]);
  drawIntake(car, lay);
  drawGrille(car, lay);
  drawPlate(car, lay, 0.34, 0.55);
  for (const sign of [-1, 1]) drawLamp(car, lay, sign);
}

const both = (half: readonly Vec2[]): Vec2[] => [
  ...half,
  ...half.toReversed().map((p): Vec2 => [-p[0], p[1]]),
];

function drawIntake(car: Car, lay: Lay): void {
  const style = car.shape.design.grille;
  const middle = roundCorners(
    both([
      [0.5, 0.1],
      [0.58, 0.19],
      [0.5, 0.27],
    ]),
    0.03,
  );
  fillOn(car, densify(middle, 2), lay, "#0b0d0f");
  for (const h of [0.155, 0.205])
    strokeOn(
      car,
      steps(-0.5, 0.5, 13).map((a): Vec2 => [a, h]),
      lay,
      "#2b3034",
      3,
    );
  for (const sign of [-1, 1]) {
    const side = roundCorners(
      [
        [sign * 0.66, 0.2],
        [sign * 0.78, style === "closed" ? 0.34 : 0.44],
        [sign * 0.925, style === "closed" ? 0.36 : 0.5],
        [sign * 0.9, 0.2],
        [sign * 0.78, 0.13],
      ],
      0.04,
    );
    fillOn(car, densify(side, 2), lay, "#101214");
    strokeOn(
      car,
      smoothCurve(
        [
          [sign * 0.68, 0.2],
          [sign * 0.79, 0.15],
          [sign * 0.88, 0.2],
        ],
        5,
      ),
      lay,
      "#9aa1a7",
      2.5,
      0.55,
    );
  }
  strokeOn(
    car,
    steps(-0.93, 0.93, 31).map((a): Vec2 => [a, 0.055]),
    lay,
    "#fff",
    2,
    0.12,
  );
}

function drawGrille(car: Car, lay: Lay): void {
  const style = car.shape.design.grille;
  const { canvas } = car.studio;
  if (style === "closed") {
    shutLine(
      car,
      steps(-0.6, 0.6, 21).map((a): Vec2 => [a, 0.66 - 0.05 * a * a]),
      lay,
      2,
    );
    return;
  }
  const halves: Record<Exclude<typeof style, "closed">, Vec2[]> = {
    hex: [
      [0.26, 0.42],
      [0.44, 0.66],
      [0.4, 0.9],
    ],
    slim: [
      [0.46, 0.72],
      [0.52, 0.82],
      [0.5, 0.88],
    ],
    slats: [
      [0.36, 0.5],
      [0.42, 0.72],
      [0.4, 0.88],
    ],
    wide: [
      [0.44, 0.56],
      [0.56, 0.74],
      [0.54, 0.88],
    ],
  };
  const outline = densify(roundCorners(both(halves[style]), 0.05), 3);
  const d = fillOn(car, outline, lay, "#090b0d");
  const clip = canvas.clip(d);
  const bars: string[] = [];
  const bar = (points: readonly Vec2[], width: number, colour: string): void => {
    bars.push(
      `<path d="${path(project(car, points, lay), false)}" fill="none" stroke="${colour}" stroke-width="${px(width)}"/>`,
    );
  };
  if (style === "slats") {
    for (const a of steps(-0.36, 0.36, 9))
      bar(
        [
          [a, 0.45],
          [a, 0.95],
        ],
        5,
        "#4a5056",
      );
  } else if (style === "hex") {
    for (const h of steps(0.46, 0.88, 7))
      bar(
        steps(-0.5, 0.5, 13).map((a): Vec2 => [a, h]),
        3,
        "#2a2f34",
      );
    for (const a of steps(-0.45, 0.45, 15))
      bar(
        [
          [a, 0.4],
          [a, 0.95],
        ],
        1.6,
        "#22272b",
      );
  } else {
    for (const h of steps(0.62, 0.84, 4))
      bar(
        steps(-0.6, 0.6, 15).map((a): Vec2 => [a, h]),
        4.5,
        "#5d646b",
      );
  }
  canvas.add(`<g clip-path="url(#${clip})">${bars.join("")}</g>`);
  const chrome = gradientOn(car, lay([0, 0.92]), lay([0, 0.4]), [
    [0, "#f6f8f9"],
    [0.4, "#8e959b"],
    [0.55, "#dfe3e6"],
    [1, "#5f666c"],
  ]);
  canvas.add(`<path d="${d}" fill="none" stroke="${chrome}" stroke-width="4"/>`);
  // A plain round medallion, nobody's badge.
  const c = car.studio.camera.project(lay([0, style === "hex" ? 0.78 : 0.8]));
  const e = car.studio.camera.project(lay([0.055, style === "hex" ? 0.78 : 0.8]));
  const rx = Math.max(3, Math.abs(e[0] - c[0]));
  canvas.add(
    `<ellipse cx="${px(c[0])}" cy="${px(c[1])}" rx="${px(rx)}" ry="13" fill="#15181b" stroke="#d9dde0" stroke-width="2.5"/>`,
  );
}

/** A blank number plate. */
export function drawPlate(car: Car, lay: Lay, low: number, high: number): void {
  const half = 0.28;
  fillOn(
    car,
    densify(
      [
        [-half - 0.012, low - 0.012],
        [half + 0.012, low - 0.012],
        [half + 0.012, high + 0.012],
        [-half - 0.012, high + 0.012],
      ],
      5,
    ),
    lay,
    "#15171a",
  );
  const plate = densify(
    [
      [-half, low],
      [half, low],
      [half, high],
      [-half, high],
    ],
    5,
  );
  const d = fillOn(
    car,
    plate,
    lay,
    gradientOn(car, lay([0, high]), lay([0, low]), [
      [0, "#fdfdfc"],
      [1, "#dcdedd"],
    ]),
  );
  fillOn(
    car,
    densify(
      [
        [-half, low],
        [-half + 0.05, low],
        [-half + 0.05, high],
        [-half, high],
      ],
      3,
    ),
    lay,
    "#244aa5",
  );
  car.studio.canvas.add(`<path d="${d}" fill="none" stroke="#23272b" stroke-width="1.6"/>`);
}
