import { path, px } from "./canvas.ts";
import { drawPlate } from "./body-front.ts";
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

/** Tail lamps, boot lid or tailgate, plate, bumper. */
export function drawRear(car: Car): void {
  const { shape } = car;
  const { design } = shape;
  const bottom = shape.sill(design.length - 0.1);
  const top = shape.edge(design.length - 0.12);
  const surface = endOf(car, "rear");
  const lay: Lay = ([across, h]) => surface([across, lerp(bottom, top, h)]);
  const { canvas } = car.studio;
  // Diffuser and exhausts.
  const diffuser = densify(
    roundCorners(
      [
        [-0.86, 0.02],
        [-0.8, 0.17],
        [-0.5, 0.2],
        [0.5, 0.2],
        [0.8, 0.17],
        [0.86, 0.02],
      ],
      0.04,
    ),
    3,
  );
  fillOn(
    car,
    diffuser,
    lay,
    gradientOn(car, lay([0, 0.2]), lay([0, 0]), [
      [0, "#33373b"],
      [0.4, "#1b1e20"],
      [1, "#0c0d0e"],
    ]),
  );
  for (const a of [-0.3, -0.1, 0.1, 0.3])
    strokeOn(
      car,
      [
        [a, 0.04],
        [a, 0.15],
      ],
      lay,
      "#000",
      3,
      0.5,
    );
  for (const sign of [-1, 1]) {
    const pipe = roundCorners(
      [
        [sign * 0.52, 0.06],
        [sign * 0.68, 0.06],
        [sign * 0.69, 0.135],
        [sign * 0.51, 0.135],
      ],
      0.03,
    );
    if (design.grille !== "closed")
      fillOn(car, densify(pipe, 2), lay, "#050607", 'stroke="#b9c0c6" stroke-width="3"');
    fillOn(
      car,
      densify(
        roundCorners(
          [
            [sign * 0.74, 0.24],
            [sign * 0.9, 0.25],
            [sign * 0.9, 0.275],
            [sign * 0.74, 0.265],
          ],
          0.01,
        ),
        2,
      ),
      lay,
      "#a01822",
    );
  }
  // Boot lid.
  const foot = 0.4;
  const lid: Vec2[] = [
    ...steps(0.985, foot + 0.04, 8).map((h): Vec2 => [-0.68 + (h > 0.8 ? 0 : 0.02), h]),
    ...steps(-0.62, 0.62, 19).map((a): Vec2 => [a, foot]),
    ...steps(foot + 0.04, 0.985, 8).map((h): Vec2 => [0.68 - (h > 0.8 ? 0 : 0.02), h]),
  ];
  shutLine(car, smoothCurve(lid, 2), lay, 2.2);
  strokeOn(
    car,
    steps(-0.92, 0.92, 31).map((a): Vec2 => [a, 0.33 + 0.015 * a * a]),
    lay,
    "#fff",
    3,
    0.16,
  );
  // The plate in its recess.
  const recess = densify(
    roundCorners(
      [
        [-0.36, 0.45],
        [-0.33, 0.68],
        [0.33, 0.68],
        [0.36, 0.45],
      ],
      0.03,
    ),
    4,
  );
  fillOn(car, recess, lay, "#000", 'fill-opacity="0.26"');
  drawPlate(car, lay, 0.475, 0.62);
  strokeOn(
    car,
    steps(-0.3, 0.3, 9).map((a): Vec2 => [a, 0.69]),
    lay,
    "#e3e7ea",
    5,
    0.85,
  );
  strokeOn(
    car,
    steps(-0.3, 0.3, 9).map((a): Vec2 => [a, 0.678]),
    lay,
    "#000",
    2,
    0.4,
  );
  const c = car.studio.camera.project(lay([0, 0.84]));
  const e = car.studio.camera.project(lay([0.05, 0.84]));
  canvas.add(
    `<ellipse cx="${px(c[0])}" cy="${px(c[1])}" rx="${px(Math.max(2, Math.abs(e[0] - c[0])))}" ry="12" fill="#1a1d20" stroke="#dfe3e6" stroke-width="2.5"/>`,
  );
  for (const sign of [-1, 1]) drawTailLamp(car, lay, sign);
  if (design.tailLamps === "bar") {
    const bar = densify(
      [
        [-0.6, 0.83],
        [0.6, 0.83],
        [0.6, 0.8],
        [-0.6, 0.8],
      ],
      8,
    );
    fillOn(car, bar, lay, "#d11d2a");
    strokeOn(
      car,
      steps(-0.6, 0.6, 15).map((a): Vec2 => [a, 0.818]),
      lay,
      "#ff8a83",
      2,
      0.9,
    );
  }
}

function drawTailLamp(car: Car, lay: Lay, sign: number): void {
  const style = car.shape.design.tailLamps;
  const { canvas } = car.studio;
  const shapes: Record<typeof style, Vec2[]> = {
    wide: [
      [0.46, 0.74],
      [0.47, 0.87],
      [0.7, 0.92],
      [0.93, 0.93],
      [0.985, 0.9],
      [0.975, 0.8],
      [0.9, 0.73],
      [0.7, 0.72],
    ],
    bar: [
      [0.5, 0.77],
      [0.5, 0.86],
      [0.75, 0.89],
      [0.95, 0.9],
      [0.985, 0.87],
      [0.95, 0.79],
      [0.75, 0.755],
    ],
    tall: [
      [0.7, 0.62],
      [0.69, 0.96],
      [0.86, 1],
      [0.965, 0.99],
      [0.975, 0.75],
      [0.93, 0.6],
      [0.8, 0.58],
    ],
    block: [
      [0.64, 0.66],
      [0.64, 0.92],
      [0.86, 0.95],
      [0.97, 0.94],
      [0.97, 0.74],
      [0.92, 0.66],
    ],
  };
  const at = (p: Vec2): Vec2 => [sign * p[0], p[1]];
  const outline = densify(roundCorners(shapes[style].map(at), 0.035), 2);
  const rim = path(project(car, outline, lay));
  const [top, bottom] = [lay(at([0.8, 0.93])), lay(at([0.8, 0.7]))];
  const glass = gradientOn(car, top, bottom, [
    [0, "#d32a33"],
    [0.3, "#8d121b"],
    [0.7, "#a81722"],
    [1, "#4d0a10"],
  ]);
  canvas.add(`<path d="${rim}" fill="${glass}"/>`);
  const clip = canvas.clip(rim);
  const strips: Record<typeof style, Vec2[]> = {
    wide: [
      [0.5, 0.83],
      [0.7, 0.865],
      [0.92, 0.87],
      [0.955, 0.83],
      [0.9, 0.775],
      [0.72, 0.76],
    ],
    bar: [
      [0.48, 0.815],
      [0.75, 0.83],
      [0.96, 0.845],
    ],
    tall: [
      [0.74, 0.93],
      [0.86, 0.955],
      [0.94, 0.92],
      [0.94, 0.76],
      [0.88, 0.65],
      [0.76, 0.64],
    ],
    block: [
      [0.69, 0.88],
      [0.92, 0.9],
      [0.93, 0.72],
      [0.7, 0.71],
    ],
  };
  const strip = path(project(car, smoothCurve(strips[style].map(at), 6), lay), false);
  const shine = gradientOn(car, top, bottom, [
    [0, "#fff", 0.42],
    [0.35, "#fff", 0.05],
    [1, "#fff", 0],
  ]);
  canvas.add(
    `<g clip-path="url(#${clip})"><path d="${strip}" fill="none" stroke="#ff3b3b" stroke-opacity="0.45" stroke-width="15" stroke-linecap="round"/><path d="${strip}" fill="none" stroke="#ff8b82" stroke-width="5.5" stroke-linecap="round"/><path d="${rim}" fill="${shine}"/></g><path d="${rim}" fill="none" stroke="#1a0507" stroke-opacity="0.8" stroke-width="2.2"/>`,
  );
}
