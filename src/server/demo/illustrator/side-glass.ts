import { path, px } from "./canvas.ts";
import { blend, css, mix } from "./colour.ts";
import { densify, fillOn, gradientOn, project, sideOf, strokeOn, type Car } from "./parts.ts";
import { roundCorners, steps, type Vec2 } from "./vectors.ts";

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
