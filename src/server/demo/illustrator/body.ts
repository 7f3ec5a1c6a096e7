import { paintSurface, path, px, type Core } from "./canvas.ts";
import { css } from "./colour.ts";
import { clothMaterial, glassMaterial, plasticMaterial, type Material } from "./paints.ts";
import { project, shutLine, type Car } from "./parts.ts";
import { clamp, steps, type Vec2, type Vec3 } from "./vectors.ts";

const coreOf =
  (car: Car): Core =>
  (p) => [clamp(p[0], 1, car.shape.design.length - 1), 0, 0.5];

/** The painted shell below the belt line; its lowest hand's breadth is dark plastic. */
export function drawShell(car: Car): void {
  const { shape } = car;
  const { design } = shape;
  const skirt = design.cladding ? 0.1 : 0.035;
  const material = (p: Vec3): Material => (p[2] < shape.sill(p[0]) + skirt ? plasticMaterial : car.paint);
  paintSurface(car.studio, shape.shellRows, material, coreOf(car), {
    loop: true,
    // What is near the ground gets less of the sky.
    dim: (p) => 0.72 + 0.28 * clamp((p[2] - shape.sill(p[0])) / 0.34, 0, 1),
  });
}

const acrossSteps = steps(-1, 1, 25);

export function drawHood(car: Car): void {
  const { shape } = car;
  const rows = acrossSteps.map((k) => steps(0, 1, 16).map((w) => shape.hood(w, k)));
  paintSurface(car.studio, rows, car.paint, coreOf(car));
  const lay = (p: Vec2): Vec3 => shape.hood(p[0], p[1]);
  // Bonnet ribs: a light and a shade side by side.
  for (const sign of [-1, 1]) {
    const rib = steps(0.12, 0.96, 14).map((w): Vec2 => [w, sign * (0.42 + 0.2 * w)]);
    const flat = project(car, rib, lay);
    car.studio.canvas.add(
      `<path d="${path(flat, false)}" fill="none" stroke="#fff" stroke-opacity="0.2" stroke-width="3"/><path d="${path(
        flat.map((p): Vec2 => [p[0] - sign * 2.5, p[1] + 2]),
        false,
      )}" fill="none" stroke="#000" stroke-opacity="0.14" stroke-width="3"/>`,
    );
  }
  // The shut line around it.
  const around: Vec2[] = [
    ...steps(0.98, 0.03, 16).map((w): Vec2 => [w, -0.955]),
    ...steps(-0.955, 0.955, 21).map((k): Vec2 => [0.03, k]),
    ...steps(0.03, 0.98, 16).map((w): Vec2 => [w, 0.955]),
  ];
  shutLine(car, around, lay, 2);
}

export function drawDeck(car: Car): void {
  const { shape } = car;
  const rows = acrossSteps.map((k) => steps(0, 1, 12).map((w) => shape.deck(w, k)));
  paintSurface(car.studio, rows, car.paint, coreOf(car));
}

/** The near or far side of the upper body, in paint; windows come on top of it. */
export function drawUpperSide(car: Car, sign: number): void {
  const { shape } = car;
  const rows = steps(1, 0, 13).map((v) =>
    shape.cant.map(([x, z]) => {
      const belt = shape.edge(x);
      return shape.side(x, belt + Math.max(0.001, z - belt) * v, sign);
    }),
  );
  paintSurface(car.studio, rows, car.paint, coreOf(car));
}

/** Windscreen, roof and rear window. */
export function drawTop(car: Car): void {
  const { shape, studio } = car;
  const last = shape.cant.length - 1;
  const across = steps(-1, 1, 27);
  const roofPaint = shape.design.roof === "cloth" ? clothMaterial : car.paint;
  paintSurface(
    studio,
    across.map((k) => shape.cant.map((_, i) => shape.top(i, k))),
    roofPaint,
    coreOf(car),
  );
  const { roofStart, roofEnd } = shape.cantMarks;
  screen(car, 0.4, roofStart + 0.6, 0.93);
  screen(car, roofEnd + 1, last - 1.6, 0.9);
}

/** A windscreen or rear window between two places of the sweep. */
function screen(car: Car, from: number, to: number, reach: number): void {
  const { shape, studio } = car;
  const { canvas, camera, light } = studio;
  const rows = (a: number, b: number, k: number): Vec3[][] =>
    steps(-k, k, 23).map((u) => steps(a, b, 16).map((w) => shape.top(w, u)));
  const edge = rows(from, to, reach);
  paintSurface(
    studio,
    edge.filter((_, i) => i % 2 === 0),
    { base: [0.035, 0.04, 0.045], gloss: 0.25, flake: 0 },
    coreOf(car),
  );
  paintSurface(studio, rows(from + 0.9, to - 0.7, reach - 0.035), glassMaterial, coreOf(car));
  // Is it seen from outside at all?
  const [a, b] = [camera.project(shape.top(from, 0)), camera.project(shape.top(to, 0))];
  const seen = from < shape.cant.length / 2 ? car.yaw < 88 : car.yaw > 92;
  if (!seen) return;
  const rim: Vec3[] = [
    ...steps(from + 0.9, to - 0.7, 10).map((w) => shape.top(w, -reach + 0.035)),
    ...steps(-reach + 0.035, reach - 0.035, 14).map((k) => shape.top(to - 0.7, k)),
    ...steps(to - 0.7, from + 0.9, 10).map((w) => shape.top(w, reach - 0.035)),
    ...steps(reach - 0.035, -reach + 0.035, 14).map((k) => shape.top(from + 0.9, k)),
  ];
  const clip = canvas.clip(path(rim.map((p) => camera.project(p))));
  const sky = css(light.horizon);
  const shine = canvas.linear(b, a, [
    [0, sky, 0.34],
    [0.45, sky, 0.1],
    [1, sky, 0.02],
  ]);
  const slant = (k: number, width: number, lean: number): string =>
    path(
      [
        ...steps(from, to, 8).map((w) => shape.top(w, clamp(k + (lean * (w - from)) / (to - from), -1, 1))),
        ...steps(to, from, 8).map((w) =>
          shape.top(w, clamp(k + width + (lean * (w - from)) / (to - from), -1, 1)),
        ),
      ].map((p) => camera.project(p)),
    );
  const marks = [
    `<path d="${path(rim.map((p) => camera.project(p)))}" fill="${shine}"/>`,
    `<path d="${slant(-0.5, 0.42, 0.3)}" fill="#fff" fill-opacity="0.09"/>`,
    `<path d="${slant(0.02, 0.1, 0.3)}" fill="#fff" fill-opacity="0.08"/>`,
  ];
  if (from < shape.cant.length / 2) {
    const m = camera.project(shape.top(to - 3.2, 0.02));
    marks.push(
      `<rect x="${px(m[0] - 24)}" y="${px(m[1] - 7)}" width="48" height="15" rx="6" fill="#06080a" fill-opacity="0.85"/>`,
    );
  }
  canvas.add(`<g clip-path="url(#${clip})">${marks.join("")}</g>`);
}

/** Wing mirrors. */
export function drawMirror(car: Car, sign: number): void {
  const { shape } = car;
  const x = shape.design.glass.start + 0.1;
  const base = shape.side(x, shape.edge(x) + 0.02, sign);
  const centre: Vec3 = [x - 0.02, base[1] + sign * 0.14, base[2] + 0.075];
  const rows = steps(0.5, -0.5, 12).map((v) =>
    Array.from({ length: 20 }, (_, i): Vec3 => {
      const a = (i / 20) * Math.PI * 2;
      const ring = Math.cos(v * Math.PI) ** 0.55;
      const back = Math.cos(a) > 0 ? 0.05 : 0.1;
      return [
        centre[0] + Math.cos(a) * ring * back,
        centre[1] + Math.sin(a) * ring * 0.125,
        centre[2] + Math.sin(v * Math.PI) * 0.075,
      ];
    }),
  );
  const { camera, canvas } = car.studio;
  const foot = [
    shape.side(x - 0.05, shape.edge(x) + 0.015, sign),
    [centre[0] - 0.03, centre[1] - sign * 0.06, centre[2] - 0.04] as Vec3,
    [centre[0] + 0.05, centre[1] - sign * 0.06, centre[2] - 0.03] as Vec3,
    shape.side(x + 0.06, shape.edge(x) + 0.015, sign),
  ];
  canvas.add(
    `<path d="${path(foot.map((p) => camera.project(p)))}" fill="#121417" stroke="#121417" stroke-width="5" stroke-linejoin="round"/>`,
  );
  paintSurface(
    car.studio,
    rows,
    (p) => (p[2] < centre[2] - 0.04 ? plasticMaterial : car.paint),
    () => centre,
    { loop: true },
  );
  if (car.yaw > 100) {
    const glass = Array.from({ length: 24 }, (_, i): Vec3 => {
      const a = (i / 24) * Math.PI * 2;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      return [
        centre[0] + 0.05,
        centre[1] + Math.sign(c) * Math.abs(c) ** 0.6 * 0.105,
        centre[2] + Math.sign(s) * Math.abs(s) ** 0.6 * 0.058,
      ];
    });
    canvas.add(
      `<path d="${path(glass.map((p) => camera.project(p)))}" fill="${css(car.studio.light.sky)}" fill-opacity="0.75" stroke="#0c0e10" stroke-width="2"/>`,
    );
  }
}
