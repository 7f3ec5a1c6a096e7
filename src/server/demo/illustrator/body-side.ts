import { path } from "./canvas.ts";
import {
  densify,
  fillOn,
  gradientOn,
  paintAt,
  project,
  shutLine,
  sideOf,
  strokeOn,
  type Car,
} from "./parts.ts";
import { clamp, lerp, roundCorners, smoothCurve, steps, type Vec2 } from "./vectors.ts";
import { archPath } from "./wheels.ts";

/** Gap between tyre and wheel arch, metres. */
const archGap = 0.055;

export function archOf(car: Car, axle: number): Vec2[] {
  const { design } = car.shape;
  return archPath([axle, design.wheelRadius], design.wheelRadius + archGap, car.shape.sill(axle) - 0.02);
}

/** Wheel openings: dark wells with a lit lip, and the cladding around them. */
export function drawArches(car: Car): void {
  const { design } = car.shape;
  const lay = sideOf(car);
  for (const axle of [design.frontAxle, design.rearAxle]) {
    if (design.cladding) {
      const outer = archPath(
        [axle, design.wheelRadius],
        design.wheelRadius + archGap + 0.07,
        car.shape.sill(axle) - 0.02,
      );
      fillOn(
        car,
        outer,
        lay,
        gradientOn(car, lay([axle, 0.85]), lay([axle, 0.2]), [
          [0, "#4a4e52"],
          [0.25, "#2b2e31"],
          [1, "#191b1d"],
        ]),
      );
    }
    const arch = archOf(car, axle);
    fillOn(car, arch, lay, "#07080a");
    const lip = arch.slice(3, -3).map((p): Vec2 => {
      const [dx, dz] = [p[0] - axle, p[1] - design.wheelRadius];
      return [axle + dx * 1.025, design.wheelRadius + dz * 1.025];
    });
    strokeOn(car, lip, lay, design.cladding ? "#5c6166" : "#ffffff", 2.4, design.cladding ? 0.5 : 0.26);
  }
}

/** Shut lines, sill, creases and handles of the near side. */
export function drawSide(car: Car): void {
  const { shape } = car;
  const { design } = shape;
  const lay = sideOf(car);
  const low = shape.sill(2.2) + 0.1;
  drawSill(car);
  drawShoulder(car);
  design.doors.forEach((x, i) => {
    const isFirst = i === 0;
    const isLast = i === design.doors.length - 1;
    const top = shape.edge(x) - (isFirst ? 0.015 : 0);
    if (isLast) {
      // The last shut line follows the rear wheel arch.
      const r = design.wheelRadius + archGap + (design.cladding ? 0.09 : 0.05);
      const touches = x > design.rearAxle - r;
      const points: Vec2[] = touches
        ? [
            [x + 0.03, top],
            [x + 0.02, top - 0.14],
            [x - 0.015, lerp(top, design.wheelRadius + r, 0.62)],
            [design.rearAxle - r * 0.74, design.wheelRadius + r * 0.68],
            [design.rearAxle - r * 0.98, design.wheelRadius + r * 0.22],
            [design.rearAxle - r * 1.03, low],
          ]
        : [
            [x, top],
            [x + 0.01, lerp(top, low, 0.5)],
            [x - 0.02, low],
          ];
      shutLine(car, smoothCurve(points, 8), lay);
    } else {
      const points: Vec2[] = [
        [x, top],
        [x + (isFirst ? 0.005 : 0.012), lerp(top, low, 0.45)],
        [x + (isFirst ? 0.03 : 0), low + 0.06],
        [x + (isFirst ? 0.055 : 0), low],
      ];
      shutLine(car, smoothCurve(points, 8), lay);
    }
  });
  const first = design.doors[0] ?? 1.5;
  const r = design.wheelRadius + archGap;
  shutLine(
    car,
    densify(
      [
        [first + 0.05, low],
        [design.rearAxle - r * 1.06, low],
      ],
      16,
      false,
    ),
    lay,
    1.8,
  );
  // Front wing to bumper, bonnet edge.
  const wing = design.frontAxle - r * 0.62;
  shutLine(
    car,
    smoothCurve(
      [
        [wing, design.wheelRadius + r * 0.8],
        [wing - 0.07, shape.edge(0.4) - 0.12],
        [wing - 0.2, shape.edge(0.3) - 0.07],
      ],
      6,
    ),
    lay,
    1.8,
  );
  const back = design.rearAxle + r * 0.72;
  shutLine(
    car,
    smoothCurve(
      [
        [back, design.wheelRadius + r * 0.7],
        [back + 0.1, shape.edge(back) - 0.36],
        [back + 0.24, shape.edge(back) - 0.32],
      ],
      6,
    ),
    lay,
    1.8,
  );
  drawCreases(car);
  drawHandles(car);
  const flap = [design.rearAxle + 0.1, shape.edge(design.rearAxle) - 0.2] as const;
  shutLine(
    car,
    roundCorners(
      [
        [flap[0], flap[1]],
        [flap[0] + 0.16, flap[1] + 0.005],
        [flap[0] + 0.155, flap[1] - 0.15],
        [flap[0] + 0.005, flap[1] - 0.15],
      ],
      0.04,
    ).concat([[flap[0] + 0.03, flap[1]]]),
    lay,
    1.4,
  );
}

function drawSill(car: Car): void {
  const { shape } = car;
  const { design } = shape;
  const lay = sideOf(car);
  const r = design.wheelRadius + archGap + 0.01;
  const [from, to] = [design.frontAxle + r, design.rearAxle - r];
  const height = design.cladding ? 0.13 : 0.055;
  const along = steps(from, to, 20);
  const band: Vec2[] = [
    ...along.map((x): Vec2 => [x, shape.sill(x) - 0.002]),
    ...along.toReversed().map((x): Vec2 => [x, shape.sill(x) + height]),
  ];
  fillOn(
    car,
    band,
    lay,
    gradientOn(car, lay([2.3, shape.sill(2.3) + height]), lay([2.3, shape.sill(2.3)]), [
      [0, "#3a3e42"],
      [0.35, "#202326"],
      [1, "#0d0e10"],
    ]),
  );
}

function drawCreases(car: Car): void {
  const { shape } = car;
  const { design } = shape;
  const lay = sideOf(car);
  const first = design.doors[0] ?? 1.5;
  const r = design.wheelRadius + archGap;
  // The lower crease catches light below and shade above.
  const crease = smoothCurve(
    [
      [first - 0.12, shape.sill(2) + 0.19],
      [lerp(first, design.rearAxle, 0.5), shape.sill(2) + 0.215],
      [design.rearAxle - r * 1.08, shape.sill(2) + 0.27],
    ],
    10,
  );
  const flat = project(car, crease, lay);
  const { canvas } = car.studio;
  const band = (dy: number, height: number): string =>
    path([
      ...flat.map((p): Vec2 => [p[0], p[1] + dy]),
      ...flat.toReversed().map((p, i): Vec2 => {
        const t = i / (flat.length - 1);
        return [p[0], p[1] + dy + height * Math.sin(Math.PI * clamp(t, 0.02, 0.98))];
      }),
    ]);
  canvas.add(
    `<path d="${band(0, 20)}" fill="#fff" fill-opacity="0.06"/><path d="${band(0, 8)}" fill="#fff" fill-opacity="0.09"/>`,
  );
  canvas.add(`<path d="${band(0, -16)}" fill="#000" fill-opacity="0.09"/>`);
}

/** The line that runs along the shoulder: light on its upper side, a soft shade below it. */
function drawShoulder(car: Car): void {
  const { shape } = car;
  const { design } = shape;
  const lay = sideOf(car);
  const xs = steps(design.frontAxle - 0.2, design.length - 0.42, 36);
  const depth = (i: number): number => 0.105 + 0.03 * Math.sin((Math.PI * i) / (xs.length - 1));
  const line = project(
    car,
    xs.map((x, i): Vec2 => [x, shape.edge(x) - depth(i)]),
    lay,
  );
  const band = (height: number): string =>
    path([
      ...line,
      ...line
        .toReversed()
        .map((p, i): Vec2 => [p[0], p[1] + height * Math.sin((Math.PI * i) / (line.length - 1))]),
    ]);
  const { canvas } = car.studio;
  const from: Vec2 = line[0] ?? [0, 0];
  const to: Vec2 = line.at(-1) ?? [0, 0];
  const fading = canvas.linear(from, to, [
    [0, "#fff", 0],
    [0.2, "#fff", 0.34],
    [0.75, "#fff", 0.3],
    [1, "#fff", 0],
  ]);
  canvas.add(
    `<path d="${band(-15)}" fill="#fff" fill-opacity="0.05"/><path d="${band(-7)}" fill="#fff" fill-opacity="0.07"/><path d="${band(16)}" fill="#000" fill-opacity="0.07"/><path d="${band(7)}" fill="#000" fill-opacity="0.09"/><path d="${path(line, false)}" fill="none" stroke="${fading}" stroke-width="2"/>`,
  );
}

function drawHandles(car: Car): void {
  const { shape } = car;
  const { design } = shape;
  const lay = sideOf(car);
  const ends = design.doors.slice(1);
  for (const end of ends) {
    const x = end - 0.1;
    const z = shape.edge(x) - 0.115;
    const shape2 = (grow: number, lift: number): Vec2[] =>
      roundCorners(
        [
          [x - 0.2 - grow, z + 0.012 + grow + lift],
          [x + grow, z + 0.017 + grow + lift],
          [x + grow, z - 0.014 - grow + lift],
          [x - 0.2 - grow, z - 0.017 - grow + lift],
        ],
        0.016 + grow,
        4,
      );
    fillOn(car, shape2(0.012, -0.006), lay, "#000", 'fill-opacity="0.28"');
    const p = lay([x, z]);
    fillOn(
      car,
      shape2(0, 0),
      lay,
      gradientOn(car, lay([x, z + 0.02]), lay([x, z - 0.02]), [
        [0, paintAt(car, p, [0, 0.6, 0.9])],
        [0.55, paintAt(car, p, [0, 1, 0.1])],
        [1, paintAt(car, p, [0, 0.9, -0.6])],
      ]),
    );
  }
}
