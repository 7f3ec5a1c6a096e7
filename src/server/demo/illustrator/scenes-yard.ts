import { px } from "./canvas.ts";
import { hex } from "./colour.ts";
import { frame, polygon, rect, ridge, sky, type Scene, type SceneSet } from "./scene.ts";
import { paving } from "./scenes-town.ts";
import { lerp, normalize, steps, type Vec2 } from "./vectors.ts";

/** A dealer's yard: glass front, bunting, lamp posts, clear day. */
export const yard: Scene = {
  light: {
    zenith: hex("#5f93cc"),
    sky: hex("#c3dbee"),
    horizon: hex("#f6f8f8"),
    skyline: hex("#4e5a66"),
    ground: hex("#8d9094"),
    sun: normalize([-0.45, 0.55, 0.85]),
    sunColour: hex("#fff8ea"),
    ambient: 0.8,
  },
  draw(set) {
    const { canvas, horizon, random } = set;
    sky(canvas, horizon, [
      [0, "#86b4df"],
      [0.7, "#cfe3f1"],
      [1, "#eef4f6"],
    ]);
    ridge(set, horizon, 130, "#b3c6d6", { peaks: 4, rough: 0.45, floor: horizon + 50 });
    const base = horizon + 46;
    const top = horizon - 300;
    const [left, right] = random() < 0.5 ? [-40, 1240] : [360, 1640];
    rect(
      canvas,
      left,
      top - 64,
      right - left,
      74,
      canvas.linear(
        [0, top - 64],
        [0, top + 10],
        [
          [0, "#3b4550"],
          [1, "#232b33"],
        ],
      ),
    );
    rect(canvas, left, top - 66, right - left, 5, "#76838f");
    rect(
      canvas,
      left,
      top + 10,
      right - left,
      base - top - 10,
      canvas.linear(
        [0, top],
        [0, base],
        [
          [0, "#d7e5ee"],
          [0.4, "#a9c0d0"],
          [0.75, "#7f99ab"],
          [1, "#5d7486"],
        ],
      ),
    );
    // Inside: warm lamps and the shapes of cars.
    for (let k = 0; k < 9; k++) {
      const x = left + 70 + k * 140;
      canvas.add(
        `<ellipse cx="${px(x)}" cy="${px(top + 52)}" rx="46" ry="6" fill="#fff6dd" fill-opacity="0.9"/>`,
      );
    }
    for (let k = 0; k < 3; k++) insideCar(set, left + 150 + k * 400 + random() * 80, base - 18, 240);
    polygon(
      canvas,
      [
        [left + 180, top + 10],
        [left + 420, top + 10],
        [left + 220, base],
        [left - 20, base],
      ],
      "#fff",
      'fill-opacity="0.16"',
    );
    polygon(
      canvas,
      [
        [left + 760, top + 10],
        [left + 880, top + 10],
        [left + 680, base],
        [left + 560, base],
      ],
      "#fff",
      'fill-opacity="0.13"',
    );
    for (let x = left; x <= right; x += 160) rect(canvas, x - 4, top + 10, 8, base - top - 10, "#2f3942");
    rect(canvas, left, top + 130, right - left, 5, "#2f3942");
    rect(canvas, left, base - 8, right - left, 12, "#4a545d");
    bunting(set, top - 120);
    const pole = left < 0 ? 1430 : 190;
    rect(canvas, pole, horizon - 470, 9, 520, "#59636c");
    rect(canvas, pole - 60, horizon - 474, 130, 12, "#59636c", 'rx="6"');
    rect(
      canvas,
      0,
      base + 2,
      frame.width,
      frame.height - base,
      canvas.linear(
        [0, base],
        [0, frame.height],
        [
          [0, "#b7b9ba"],
          [0.35, "#a5a7a9"],
          [1, "#84868a"],
        ],
      ),
    );
    paving(set, base + 4, "#6c6f73");
  },
};

function insideCar(set: SceneSet, x: number, ground: number, length: number): void {
  const points: Vec2[] = [
    [0, 0],
    [0, -0.1],
    [0.06, -0.15],
    [0.26, -0.18],
    [0.38, -0.29],
    [0.68, -0.29],
    [0.84, -0.18],
    [0.98, -0.15],
    [1, 0],
  ];
  polygon(
    set.canvas,
    points.map((p): Vec2 => [x + p[0] * length, ground + p[1] * length]),
    "#3d4f5d",
    'fill-opacity="0.5"',
  );
}

function bunting(set: SceneSet, y: number): void {
  const { canvas } = set;
  const colours = ["#244aa5", "#f4f5f6", "#d0a650", "#c5cdd6"];
  const sag = (t: number, drop: number): number => y + drop * 4 * t * (1 - t);
  for (const [from, to, drop, lift] of [
    [-40, 830, 74, 0],
    [770, 1660, 66, -14],
  ] as const) {
    const line = steps(0, 1, 23).map((t): Vec2 => [lerp(from, to, t), sag(t, drop) + lift]);
    canvas.add(
      `<path d="${line.map((p, i) => `${i === 0 ? "M" : "L"}${px(p[0])} ${px(p[1])}`).join("")}" fill="none" stroke="#6b747c" stroke-width="2"/>`,
    );
    line.forEach((p, i) => {
      polygon(
        canvas,
        [
          [p[0] - 11, p[1]],
          [p[0] + 11, p[1]],
          [p[0] + 2, p[1] + 32],
        ],
        colours[i % 4] ?? "#244aa5",
      );
    });
  }
}

/** Before a sectional garage door, soft light from above. */
export const garage: Scene = {
  light: {
    zenith: hex("#aeb6bd"),
    sky: hex("#f2f3f2"),
    horizon: hex("#dfe1e1"),
    skyline: hex("#6d7074"),
    ground: hex("#74757a"),
    sun: normalize([-0.3, 0.6, 0.9]),
    sunColour: hex("#ffffff"),
    ambient: 0.78,
  },
  draw(set) {
    const { canvas, horizon, random } = set;
    const base = horizon + 80;
    const brick = random() < 0.5;
    rect(
      canvas,
      0,
      0,
      frame.width,
      base,
      canvas.linear(
        [0, 0],
        [0, base],
        brick
          ? [
              [0, "#c9b8a8"],
              [1, "#b09a88"],
            ]
          : [
              [0, "#dadcdc"],
              [1, "#b9bdbf"],
            ],
      ),
    );
    for (let row = 0; row * 34 < base; row++) {
      rect(canvas, 0, row * 34, frame.width, 2, "#000", 'fill-opacity="0.07"');
      if (!brick) continue;
      for (let x = (row % 2) * 52; x < frame.width; x += 104)
        rect(canvas, x, row * 34, 2, 34, "#000", 'fill-opacity="0.06"');
    }
    const [left, right, top] = [210, 1390, 70];
    rect(canvas, left - 26, top - 26, right - left + 52, base - top + 26, "#6a6f74");
    const height = (base - top) / 6;
    for (let k = 0; k < 6; k++) {
      const y = top + k * height;
      rect(
        canvas,
        left,
        y,
        right - left,
        height,
        canvas.linear(
          [0, y],
          [0, y + height],
          [
            [0, "#8d949a"],
            [0.06, "#f1f3f4"],
            [0.12, "#d9dddf"],
            [0.9, "#c3c8cb"],
            [1, "#9aa0a5"],
          ],
        ),
      );
      if (k === 1) {
        for (let c = 0; c < 4; c++) {
          const x = left + 60 + c * 282;
          rect(canvas, x, y + height * 0.24, 214, height * 0.5, "#7b8288", 'rx="8"');
          rect(
            canvas,
            x + 6,
            y + height * 0.24 + 6,
            202,
            height * 0.5 - 12,
            canvas.linear(
              [x, 0],
              [x + 202, 0],
              [
                [0, "#4a5862"],
                [0.5, "#71838f"],
                [1, "#3f4b54"],
              ],
            ),
            'rx="5"',
          );
        }
      }
    }
    for (const x of [left - 130, right + 130]) {
      rect(canvas, x - 20, 210, 40, 84, "#3b4046", 'rx="8"');
      canvas.add(
        `<circle cx="${px(x)}" cy="330" r="190" fill="${canvas.radial([x, 330], 190, [
          [0, "#fff3d4", 0.5],
          [1, "#fff3d4", 0],
        ])}"/>`,
      );
    }
    rect(
      canvas,
      0,
      base,
      frame.width,
      frame.height - base,
      canvas.linear(
        [0, base],
        [0, frame.height],
        [
          [0, "#9a9c9e"],
          [0.4, "#8b8d90"],
          [1, "#6c6e72"],
        ],
      ),
    );
    rect(canvas, 0, base, frame.width, 26, "#000", 'fill-opacity="0.12"');
    for (let k = 0; k < 5; k++) {
      const y = base + 40 + random() * (frame.height - base - 60);
      canvas.add(
        `<ellipse cx="${px(random() * frame.width)}" cy="${px(y)}" rx="${px(130 + random() * 260)}" ry="${px(9 + random() * 16)}" fill="#fff" fill-opacity="0.05"/>`,
      );
    }
    for (const k of [-3, -1, 1, 3]) {
      const x = 800 + k * 420;
      canvas.add(
        `<path d="M${px(lerp(800, x, 0.16))} ${px(base)}L${px(x)} ${frame.height}" stroke="#4c4e52" stroke-opacity="0.35" stroke-width="3"/>`,
      );
    }
  },
};

/** A plain studio with a curved backdrop. */
export const studioRoom: Scene = {
  light: {
    zenith: hex("#ffffff"),
    sky: hex("#f2f4f6"),
    horizon: hex("#cfd5db"),
    skyline: hex("#5c646d"),
    ground: hex("#8a9097"),
    sun: normalize([-0.4, 0.5, 0.9]),
    sunColour: hex("#ffffff"),
    ambient: 0.76,
  },
  draw(set) {
    const { canvas, horizon } = set;
    rect(
      canvas,
      0,
      0,
      frame.width,
      frame.height,
      canvas.linear(
        [0, 0],
        [0, frame.height],
        [
          [0, "#aeb8c2"],
          [0.36, "#dfe4e8"],
          [0.5, "#e9ecee"],
          [0.62, "#d3d8dc"],
          [1, "#a7afb7"],
        ],
      ),
    );
    canvas.add(
      `<ellipse cx="800" cy="${px(horizon - 60)}" rx="900" ry="420" fill="${canvas.radial(
        [0, 0],
        1,
        [
          [0, "#fff", 0.75],
          [1, "#fff", 0],
        ],
        `translate(800 ${px(horizon - 60)}) scale(900 420)`,
      )}"/>`,
    );
    for (const x of [250, 700, 1150]) rect(canvas, x, 60, 200, 16, "#fff", 'rx="8" fill-opacity="0.9"');
  },
};
