import type { Studio } from "./canvas.ts";
import { blend } from "./colour.ts";
import { clamp, type Vec2, type Vec3 } from "./vectors.ts";

export const wheelDesigns = ["twin", "ten", "why", "turbine", "blade", "mesh", "cover", "five"] as const;
export type WheelDesign = (typeof wheelDesigns)[number];
export type WheelFinish = "silver" | "dark" | "twoTone";

interface WheelPlace {
  /** Middle of the wheel's outer face. */
  centre: Vec3;
  radius: number;
  /** Degrees that the front wheels are turned. */
  steer: number;
  /** 1 for the near side, -1 for the far side. */
  side: number;
}

const tyreWidth = 0.19;

/** A wheel in its place: tyre as a short cylinder, then the face as flat art tilted into perspective. */
export function drawWheel(studio: Studio, place: WheelPlace, design: WheelDesign, finish: WheelFinish): void {
  const { canvas, camera } = studio;
  const turn = (place.steer * Math.PI) / 180;
  const along: Vec3 = [Math.cos(turn), Math.sin(turn), 0];
  const inward: Vec3 = [Math.sin(turn) * place.side, -Math.cos(turn) * place.side, 0];
  const disc = (depth: number, r: number): { centre: Vec2; matrix: string } => {
    const c: Vec3 = [
      place.centre[0] + inward[0] * depth,
      place.centre[1] + inward[1] * depth,
      place.centre[2],
    ];
    const o = camera.project(c);
    const ex = camera.project([c[0] + along[0] * r, c[1] + along[1] * r, c[2]]);
    const ez = camera.project([c[0], c[1], c[2] - r]);
    const m = [ex[0] - o[0], ex[1] - o[1], ez[0] - o[0], ez[1] - o[1], o[0], o[1]];
    return { centre: o, matrix: `matrix(${m.map((v) => Math.round(v * 100) / 100).join(" ")})` };
  };
  // The tread: a stack of discs from the inner edge outwards, darker inside.
  for (let i = 9; i >= 1; i--) {
    const d = disc((tyreWidth * i) / 9, place.radius * (i > 8 || i < 2 ? 0.985 : 1));
    canvas.add(
      `<circle r="1" transform="${d.matrix}" fill="${blend("#1b1d20", "#0a0b0c", clamp(i / 9, 0, 1))}"/>`,
    );
  }
  const face = disc(0, place.radius);
  canvas.add(`<g transform="${face.matrix}">${wheelFace(studio, design, finish)}</g>`);
}

/** The face of a wheel in its own space: tyre radius 1, down is positive y. */
function wheelFace(studio: Studio, design: WheelDesign, finish: WheelFinish): string {
  const { canvas } = studio;
  const metal =
    finish === "dark"
      ? { light: "#6b7178", mid: "#3c4147", deep: "#1d2023", lip: "#7d848b" }
      : finish === "twoTone"
        ? { light: "#f3f5f6", mid: "#b9bfc5", deep: "#22262a", lip: "#d6dadd" }
        : { light: "#f4f5f6", mid: "#b3b9bf", deep: "#6d747b", lip: "#dfe2e4" };
  const rubber = canvas.radial([-0.15, -0.35], 1.35, [
    [0, "#34373b"],
    [0.6, "#1b1d20"],
    [1, "#0c0d0e"],
  ]);
  const barrel = canvas.radial([0, 0.1], 0.76, [
    [0, "#2c3034"],
    [0.7, "#15181a"],
    [1, "#07080a"],
  ]);
  const rotor = canvas.linear(
    [-0.4, -0.4],
    [0.4, 0.4],
    [
      [0, "#a7adb2"],
      [0.45, "#6f757b"],
      [0.55, "#8b9197"],
      [1, "#4e5459"],
    ],
  );
  const alloy = canvas.linear(
    [-0.5, -0.75],
    [0.5, 0.75],
    [
      [0, metal.light],
      [0.5, metal.mid],
      [1, metal.deep === "#6d747b" ? "#8c9299" : metal.mid],
    ],
  );
  const lip = canvas.linear(
    [-0.4, -0.8],
    [0.4, 0.8],
    [
      [0, "#ffffff"],
      [0.3, metal.lip],
      [0.7, blend(metal.lip, "#000000", 0.45)],
      [1, metal.lip],
    ],
  );
  const art: string[] = [
    `<circle r="1" fill="${rubber}"/>`,
    `<circle r="0.975" fill="none" stroke="#000" stroke-opacity="0.5" stroke-width="0.02"/>`,
    `<circle r="0.88" fill="none" stroke="#4a4e53" stroke-opacity="0.55" stroke-width="0.012"/>`,
    `<path d="M-0.72 -0.6A0.94 0.94 0 0 1 0.3 -0.89" fill="none" stroke="#fff" stroke-opacity="0.1" stroke-width="0.05" stroke-linecap="round"/>`,
    `<circle r="0.8" fill="#060708"/>`,
    `<circle r="0.765" fill="${barrel}"/>`,
  ];
  if (design !== "cover") {
    art.push(
      `<circle r="0.5" fill="${rotor}"/><circle r="0.47" fill="none" stroke="#30353a" stroke-width="0.012" stroke-opacity="0.7"/><circle r="0.27" fill="#22262a"/>`,
      `<path d="M0.3 -0.43A0.525 0.525 0 0 1 0.525 0.02L0.36 0.02A0.36 0.36 0 0 0 0.2 -0.3Z" fill="#3a3f44"/>`,
    );
  }
  const spokes = spokePaths[design]();
  art.push(
    `<g transform="translate(0.012 0.022)" fill="#000" fill-opacity="0.55">${spokes.map((d) => `<path d="${d}"/>`).join("")}</g>`,
    spokes
      .map(
        (d, i) =>
          `<path d="${d}" fill="${design === "cover" && i > 0 ? "#15181a" : finish === "twoTone" && i % 2 === 1 ? metal.deep : alloy}"/>`,
      )
      .join(""),
    spokes
      .map((d) => `<path d="${d}" fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="0.007"/>`)
      .join(""),
    `<circle r="0.765" fill="none" stroke="${lip}" stroke-width="0.034"/>`,
    `<circle r="0.742" fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="0.012"/>`,
    `<circle r="0.15" fill="${alloy}"/><circle r="0.085" fill="#1b1e21"/><circle r="0.085" fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="0.01"/>`,
  );
  if (design !== "cover") {
    for (let k = 0; k < 5; k++) {
      const [x, y] = polar(0.118, k * 72 - 54);
      art.push(`<circle cx="${px3(x)}" cy="${px3(y)}" r="0.017" fill="#2a2e32"/>`);
    }
  }
  // The wheel arch throws its shade over the top of the wheel.
  const shade = canvas.linear(
    [0, -1],
    [0, 0.35],
    [
      [0, "#000", 0.62],
      [0.45, "#000", 0.2],
      [1, "#000", 0],
    ],
  );
  art.push(`<circle r="1" fill="${shade}"/>`);
  return art.join("");
}

const px3 = (v: number): string => String(Math.round(v * 1000) / 1000);
const polar = (r: number, degrees: number): Vec2 => [
  r * Math.cos((degrees * Math.PI) / 180),
  r * Math.sin((degrees * Math.PI) / 180),
];

const outline = (points: readonly Vec2[]): string =>
  `${points.map((p, i) => `${i === 0 ? "M" : "L"}${px3(p[0])} ${px3(p[1])}`).join("")}Z`;

const pair = (v: Vec2): string => `${px3(v[0])} ${px3(v[1])}`;

/** A spoke from the hub to the rim; widths are half widths, `lean` turns its outer end by degrees. */
function spoke(
  at: number,
  inner: number,
  innerWidth: number,
  outer: number,
  outerWidth: number,
  lean = 0,
): string {
  const point = (r: number, w: number, turned: number): Vec2 => {
    const a = ((at + turned) * Math.PI) / 180;
    return [r * Math.cos(a) - w * Math.sin(a), r * Math.sin(a) + w * Math.cos(a)];
  };
  const [a, b] = [point(inner, -innerWidth, 0), point(outer, -outerWidth, lean)];
  const [c, d] = [point(outer, outerWidth, lean), point(inner, innerWidth, 0)];
  const waist = (innerWidth + outerWidth) / 2.5;
  const [m, n] = [
    point((inner + outer) / 2, -waist, lean * 0.35),
    point((inner + outer) / 2, waist, lean * 0.35),
  ];
  return `M${pair(a)}Q${pair(m)} ${pair(b)}L${pair(c)}Q${pair(n)} ${pair(d)}Z`;
}

function around(count: number, offset = -90): number[] {
  return Array.from({ length: count }, (_, k) => offset + (k * 360) / count);
}

const spokePaths: Record<WheelDesign, () => string[]> = {
  five: () => around(5).map((a) => spoke(a, 0.1, 0.1, 0.755, 0.115)),
  twin: () =>
    around(5).flatMap((a) => [
      spoke(a - 9, 0.1, 0.045, 0.755, 0.05, -3),
      spoke(a + 9, 0.1, 0.045, 0.755, 0.05, 3),
    ]),
  ten: () => around(10).map((a) => spoke(a, 0.1, 0.042, 0.755, 0.05)),
  why: () =>
    around(7).flatMap((a) => [
      spoke(a, 0.1, 0.05, 0.46, 0.04),
      spoke(a, 0.4, 0.028, 0.755, 0.034, -11),
      spoke(a, 0.4, 0.028, 0.755, 0.034, 11),
    ]),
  turbine: () => around(9).map((a) => spoke(a, 0.1, 0.05, 0.755, 0.1, 17)),
  blade: () =>
    around(5).flatMap((a) => [
      spoke(a, 0.1, 0.07, 0.755, 0.15, 8),
      spoke(a + 36, 0.1, 0.03, 0.755, 0.028, 8),
    ]),
  mesh: () =>
    around(12).flatMap((a) => [
      spoke(a, 0.12, 0.02, 0.755, 0.026, 15),
      spoke(a, 0.12, 0.02, 0.755, 0.026, -15),
    ]),
  cover: () => [
    outline(around(60).map((a) => polar(0.75, a))),
    ...around(8).map((a) => spoke(a, 0.3, 0.012, 0.66, 0.03, 6)),
  ],
};

/** The dark inside of a wheel arch and the part of the picture that the wheel may cover. */
export function archPath(centre: Vec2, radius: number, floor: number, each = 26): Vec2[] {
  const drop = Math.asin(clamp((centre[1] - floor) / radius, -1, 1));
  const points: Vec2[] = [];
  for (let i = 0; i <= each; i++) {
    const a = -drop + ((Math.PI + 2 * drop) * i) / each;
    points.push([centre[0] + radius * Math.cos(a), centre[1] + radius * Math.sin(a)]);
  }
  return points;
}
