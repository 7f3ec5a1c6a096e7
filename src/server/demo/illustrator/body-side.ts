import { path, px } from "./canvas.ts";
import { blend, css, mix } from "./colour.ts";
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
    `<path d="${band(0, 20)}" fill="#fff" fill-opacity="0.1"/><path d="${band(0, 8)}" fill="#fff" fill-opacity="0.14"/>`,
  );
  canvas.add(`<path d="${band(0, -16)}" fill="#000" fill-opacity="0.09"/>`);
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

/** Side windows with frame, pillars, reflections and what shines through from the other side. */
export function drawSideGlass(car: Car, sign = 1): void {
  const { shape, studio } = car;
  const { design } = shape;
  const lay = sideOf(car, sign);
  const outline = glassOutline(car, 0);
  const inner = glassOutline(car, 0.016);
  fillOn(car, outline, lay, "#0c0e10");
  const innerPath = path(project(car, inner, lay));
  const clip = studio.canvas.clip(innerPath);
  const middle = (design.glass.start + design.glass.endLow) / 2;
  const belt = shape.edge(middle);
  const roof = shape.cantHeight(middle);
  const sky = css(studio.light.sky);
  const glass = gradientOn(car, lay([middle, roof]), lay([middle, belt]), [
    [0, blend("#2a353e", sky, 0.32)],
    [0.3, blend("#1d262d", sky, 0.12)],
    [0.62, "#141a1f"],
    [1, "#0b0f12"],
  ]);
  const parts: string[] = [`<path d="${innerPath}" fill="${glass}"/>`];
  // The daylight of the other side's windows, seen through the cabin.
  const far = path(project(car, glassOutline(car, 0.05), sideOf(car, -sign)));
  parts.push(`<path d="${far}" fill="${sky}" fill-opacity="0.16"/>`);
  parts.push(seats(car, sign));
  // Slanting reflections.
  const streak = (x: number, width: number, lean: number): string =>
    path(
      project(
        car,
        [
          [x, belt - 0.05],
          [x + lean, roof + 0.1],
          [x + lean + width, roof + 0.1],
          [x + width, belt - 0.05],
        ],
        lay,
      ),
    );
  const white = css(mix(studio.light.horizon, [1, 1, 1], 0.5));
  for (const [x, width, opacity] of [
    [design.glass.start + 0.22, 0.34, 0.13],
    [design.glass.start + 0.62, 0.09, 0.1],
    [design.glass.start + 1.18, 0.3, 0.09],
    [design.glass.start + 1.95, 0.2, 0.08],
  ] as const) {
    parts.push(`<path d="${streak(x, width, 0.34)}" fill="${white}" fill-opacity="${opacity}"/>`);
  }
  studio.canvas.add(`<g clip-path="url(#${clip})">${parts.join("")}${pillars(car, sign)}</g>`);
  // A bright line below the windows, as most cars have it.
  const along = steps(design.glass.start, design.glass.endLow - 0.04, 24);
  strokeOn(
    car,
    along.map((x): Vec2 => [x, shape.edge(x) + 0.012]),
    lay,
    "#d5dadd",
    2.2,
    0.75,
  );
  strokeOn(
    car,
    along.map((x): Vec2 => [x, shape.edge(x) + 0.004]),
    lay,
    "#000",
    1.6,
    0.35,
  );
}

function seats(car: Car, sign: number): string {
  const { design } = car.shape;
  const b = car.shape.edge(2.3);
  const { camera } = car.studio;
  const out: string[] = [];
  const fronts = (design.doors[1] ?? 2.5) - 0.14;
  for (const x of [fronts, fronts + 0.85]) {
    if (x > design.glass.endLow - 0.1) continue;
    const points = roundCorners(
      [
        [x - 0.1, b - 0.1],
        [x - 0.04, b + 0.1],
        [x - 0.02, b + 0.29],
        [x + 0.09, b + 0.29],
        [x + 0.12, b + 0.08],
        [x + 0.16, b - 0.1],
      ],
      0.05,
    );
    for (const y of [-0.36, 0.36]) {
      const flat = points.map((p) => camera.project([p[0], y * sign, p[1]]));
      out.push(`<path d="${path(flat)}" fill="#07090b" fill-opacity="0.55"/>`);
    }
  }
  const wheel = camera.project([fronts - 0.62, 0.36, b + 0.04]);
  out.push(
    `<ellipse cx="${px(wheel[0])}" cy="${px(wheel[1])}" rx="9" ry="30" fill="none" stroke="#07090b" stroke-opacity="0.6" stroke-width="7" transform="rotate(18 ${px(wheel[0])} ${px(wheel[1])})"/>`,
  );
  return out.join("");
}

function pillars(car: Car, sign: number): string {
  const lay = sideOf(car, sign);
  const { shape } = car;
  return shape.design.glass.pillars
    .map(({ x, lean, width }) => {
      const belt = shape.edge(x);
      const top = shape.cantHeight(x) + 0.05;
      const quad: Vec2[] = [
        [x, belt - 0.05],
        [x + lean * (top - belt), top],
        [x + width + lean * (top - belt), top],
        [x + width, belt - 0.05],
      ];
      return `<path d="${path(project(car, densify(quad, 4), lay))}" fill="#0a0c0e"/><path d="${path(project(car, [quad[0] ?? [0, 0], quad[1] ?? [0, 0]], lay), false)}" stroke="#fff" stroke-opacity="0.14" stroke-width="1.5" fill="none"/>`;
    })
    .join("");
}

/** The windows' outline in side elevation, `inset` metres within the frame. */
function glassOutline(car: Car, inset: number): Vec2[] {
  const { shape } = car;
  const { glass } = shape.design;
  const low = (x: number): number => shape.edge(x) + 0.014 + inset;
  const high = (x: number): number => shape.cantHeight(x) - glass.frame - inset;
  let start = glass.start + inset;
  while (high(start) < low(start) + 0.02 && start < glass.endLow) start += 0.01;
  const [endLow, endHigh] = [glass.endLow - inset, glass.endHigh - inset * 0.6];
  const corner = Math.min(0.1, (endLow - start) / 6);
  const bottom = steps(start + 0.03, endLow - corner, 18).map((x): Vec2 => [x, low(x)]);
  const top = steps(endHigh - corner, start + 0.04, 26).map((x): Vec2 => [x, high(x)]);
  const rounded = roundCorners(
    [
      [endLow - corner, low(endLow - corner)],
      [endLow, low(endLow)],
      [endHigh, high(endHigh)],
      [endHigh - corner, high(endHigh - corner)],
    ],
    [0, 0.07, 0.07, 0],
  );
  return [[start, (low(start) + high(start)) / 2], ...bottom, ...rounded, ...top];
}
