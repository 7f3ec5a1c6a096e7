import { paintSurface, path, px } from "./canvas.ts";
import { css } from "./colour.ts";
import { paintAt, type Car } from "./parts.ts";
import type { Material } from "./paints.ts";
import { clamp, lerp, steps, type Vec2, type Vec3 } from "./vectors.ts";

/** The loading bed of a pickup: dark inside, with the far wall catching light. */
export function drawBed(car: Car): void {
  const { shape, studio } = car;
  const { camera, canvas } = studio;
  const at = (w: number, k: number, down = 0): Vec2 => {
    const p = shape.deck(w, k);
    return camera.project([p[0], p[1], p[2] - down]);
  };
  const rim = [
    ...steps(0.06, 0.94, 10).map((w) => at(w, -0.9)),
    ...steps(-0.9, 0.9, 10).map((k) => at(0.94, k)),
    ...steps(0.94, 0.06, 10).map((w) => at(w, 0.9)),
    ...steps(0.9, -0.9, 10).map((k) => at(0.06, k)),
  ];
  const clip = canvas.clip(path(rim));
  const far = [
    ...steps(0.06, 0.94, 10).map((w) => at(w, -0.9)),
    ...steps(0.94, 0.06, 10).map((w) => at(w, -0.9, 0.3)),
  ];
  canvas.add(
    `<path d="${path(rim)}" fill="#101214"/><g clip-path="url(#${clip})"><path d="${path(far)}" fill="#34383c"/></g><path d="${path(rim)}" fill="none" stroke="#0b0c0d" stroke-width="6" stroke-linejoin="round"/>`,
  );
}

/** A rail along the roof's edge. */
export function drawRoofRail(car: Car, sign: number): void {
  const { shape, studio } = car;
  const { roofStart } = shape.cantMarks;
  const lifted = (at: number, up: number): Vec2 => {
    const p = shape.top(at, sign * 0.96);
    return studio.camera.project([p[0], p[1], p[2] + up]);
  };
  const [from, to] = [roofStart + 3, shape.cantMarks.roofEnd + 1];
  const line = steps(from, to, 24).map((at, i) => lifted(at, i === 0 || i === 23 ? 0.004 : 0.034));
  for (const [colour, width, dy] of [
    ["#16181a", 8, 1],
    ["#aeb4b9", 3.4, -1.5],
  ] as const) {
    const moved = line.map((p): Vec2 => [p[0], p[1] + dy]);
    studio.canvas.add(
      `<path d="${path(moved, false)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`,
    );
  }
}

const leather: Material = { base: [0.52, 0.33, 0.21], gloss: 0.12, flake: 0.05 };
const headrest: Material = { base: [0.47, 0.29, 0.18], gloss: 0.12, flake: 0.05 };

/** The cabin of an open car: seats between the doors, and the windscreen in its frame. */
export function drawOpenCabin(car: Car): void {
  const { shape, studio } = car;
  const { camera, canvas } = studio;
  const [a0, c0] = [shape.design.cant.a0, shape.design.cant.c0];
  const along = (sign: number): Vec3[] =>
    steps(a0[0] + 0.1, c0[0], 20).map((x) => {
      const p = shape.side(x, shape.edge(x) + 0.002, sign);
      return [x, p[1] - sign * 0.05, p[2]];
    });
  const front = steps(-0.9, 0.9, 15).map((k) => shape.hood(1, k));
  const back = steps(0.86, -0.86, 15).map((k) => shape.deck(0, k));
  const rim = [...front, ...along(1), ...back, ...along(-1).toReversed()].map((p) => camera.project(p));
  const floor = canvas.linear(
    [0, Math.min(...rim.map((p) => p[1]))],
    [0, Math.max(...rim.map((p) => p[1]))],
    [
      [0, "#3a2a20"],
      [1, "#120d0b"],
    ],
  );
  canvas.add(`<path d="${path(rim)}" fill="${floor}"/>`);
  if (car.yaw >= 90) windscreen(car);
  const clip = canvas.clip(path(above(rim)));
  canvas.add(`<g clip-path="url(#${clip})">`);
  const seats: { centre: Vec3; size: Vec3; material: Material }[] = [];
  for (const y of [-0.37, 0.37]) {
    seats.push(
      { centre: [2.42, y, 0.86], size: [0.09, 0.25, 0.3], material: leather },
      { centre: [2.5, y, 1.16], size: [0.06, 0.13, 0.075], material: headrest },
      { centre: [3.2, y, 0.9], size: [0.09, 0.3, 0.16], material: leather },
    );
  }
  const away = (p: Vec3): number => {
    const v = camera.towardsEye(p);
    return -(v[0] * (p[0] - 2) + v[1] * p[1]);
  };
  for (const seat of seats.toSorted((a, b) => away(b.centre) - away(a.centre)))
    blob(car, seat.centre, seat.size, seat.material);
  canvas.add("</g>");
  if (car.yaw < 90) windscreen(car);
  const beading = along(1).map((p) => camera.project(p));
  canvas.add(
    `<path d="${path(beading, false)}" fill="none" stroke="#d5dadd" stroke-opacity="0.7" stroke-width="2.6"/>`,
  );
}

/** Everything in the picture that is not below the opening's near rim. */
function above(rim: readonly Vec2[]): Vec2[] {
  const xs = rim.map((p) => p[0]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const n = rim.length;
  const lower = steps(left + 0.5, right - 0.5, 70).map((x): Vec2 => {
    let y = 0;
    for (let i = 0; i < n; i++) {
      const [p, q] = [rim[i] ?? [0, 0], rim[(i + 1) % n] ?? [0, 0]];
      if (p[0] <= x === q[0] <= x) continue;
      y = Math.max(y, lerp(p[1], q[1], (x - p[0]) / (q[0] - p[0])));
    }
    return [x, y];
  });
  return [[left, 0], ...lower, [right, 0]];
}

const cushion = (v: number): number => Math.sign(v) * Math.abs(v) ** 0.55;

/** A rounded cushion. */
function blob(car: Car, centre: Vec3, size: Vec3, material: Material): void {
  const rows = steps(0.5, -0.5, 14).map((v) =>
    Array.from({ length: 24 }, (_, i): Vec3 => {
      const a = (i / 24) * Math.PI * 2;
      const ring = cushion(Math.cos(v * Math.PI));
      const up = cushion(Math.sin(v * Math.PI));
      return [
        centre[0] + cushion(Math.cos(a)) * ring * size[0] + up * size[2] * 0.22,
        centre[1] + cushion(Math.sin(a)) * ring * size[1],
        centre[2] + up * size[2],
      ];
    }),
  );
  paintSurface(
    car.studio,
    rows,
    material,
    (p) => [centre[0] + (p[2] - centre[2]) * 0.22, centre[1], lerp(p[2], centre[2], 0.8)],
    {
      loop: true,
    },
  );
}

function windscreen(car: Car): void {
  const { shape, studio } = car;
  const { camera, canvas, light } = studio;
  const { roofStart } = shape.cantMarks;
  const outline = [
    ...steps(0, roofStart, 16).map((w) => shape.top(w, -1)),
    ...steps(-1, 1, 17).map((k) => shape.top(roofStart, k)),
    ...steps(roofStart, 0, 16).map((w) => shape.top(w, 1)),
  ];
  const foot = steps(1, -1, 17).map((k) => shape.top(0, k));
  const flat = [...outline, ...foot].map((p) => camera.project(p));
  const ys = flat.map((p) => p[1]);
  const glass = canvas.linear(
    [0, Math.min(...ys)],
    [0, Math.max(...ys)],
    [
      [0, css(light.horizon), 0.5],
      [0.5, css(light.sky), 0.28],
      [1, "#20282e", 0.5],
    ],
  );
  canvas.add(`<path d="${path(flat)}" fill="${glass}"/>`);
  const frame = path(
    outline.map((p) => camera.project(p)),
    false,
  );
  const top = shape.top(roofStart, 0);
  canvas.add(
    `<path d="${frame}" fill="none" stroke="#0d0f11" stroke-width="13" stroke-linejoin="round"/><path d="${frame}" fill="none" stroke="${paintAt(car, top, [-0.2, 0.4, 0.9])}" stroke-width="7" stroke-linejoin="round"/>`,
  );
  const m = camera.project(shape.top(clamp(roofStart - 2.4, 0, roofStart), 0));
  canvas.add(`<rect x="${px(m[0] - 22)}" y="${px(m[1] - 6)}" width="44" height="14" rx="6" fill="#0d0f11"/>`);
}
