import { px } from "./canvas.ts";
import { hex } from "./colour.ts";
import { frame, groundLines, haze, poplar, rect, ridge, sky, type Scene, type SceneSet } from "./scene.ts";
import { dashes } from "./scenes-town.ts";
import { lerp, normalize } from "./vectors.ts";

/** A lay-by below the Sharr mountains at dusk. */
export const mountains: Scene = {
  light: {
    zenith: hex("#3f4f86"),
    sky: hex("#a58bb0"),
    horizon: hex("#ffc89a"),
    skyline: hex("#39405c"),
    ground: hex("#5d565c"),
    sun: normalize([-0.7, 0.5, 0.5]),
    sunColour: hex("#ffd2a8"),
    ambient: 0.72,
  },
  draw(set) {
    const { canvas, horizon } = set;
    sky(canvas, horizon, [
      [0, "#4a5a94"],
      [0.4, "#93809f"],
      [0.72, "#e2a48e"],
      [1, "#ffd7a6"],
    ]);
    canvas.add(
      `<circle cx="1180" cy="${px(horizon - 90)}" r="460" fill="${canvas.radial([1180, horizon - 90], 460, [
        [0, "#fff0cf", 0.75],
        [0.3, "#ffdcae", 0.3],
        [1, "#ffdcae", 0],
      ])}"/>`,
    );
    // Snow above, bare rock below, then wooded hills, each nearer and darker.
    const snowy = canvas.linear(
      [0, horizon - 360],
      [0, horizon],
      [
        [0, "#fdf1e8"],
        [0.3, "#e7cfcb"],
        [0.42, "#a591ad"],
        [1, "#9a84a2"],
      ],
    );
    ridge(set, horizon, 400, snowy, { peaks: 3, rough: 0.52 });
    haze(set, "#ffcda2", 0.22);
    ridge(set, horizon, 220, "#716a91", { peaks: 4, rough: 0.5 });
    ridge(set, horizon + 6, 120, "#4d5072", { peaks: 5, rough: 0.46 });
    ridge(set, horizon + 14, 60, "#363b53", { peaks: 8, rough: 0.6, floor: horizon + 60 });
    // Guard rail, then the lay-by.
    rect(canvas, 0, horizon + 12, frame.width, 40, "#4a4a4f");
    const railY = horizon - 34;
    for (let x = 40; x < frame.width; x += 172) rect(canvas, x, railY + 6, 12, 72, "#5a5c68");
    rect(
      canvas,
      0,
      railY,
      frame.width,
      30,
      canvas.linear(
        [0, railY],
        [0, railY + 30],
        [
          [0, "#cfc4c4"],
          [0.45, "#8b8796"],
          [0.55, "#b4abb0"],
          [1, "#686778"],
        ],
      ),
    );
    const top = horizon + 42;
    rect(
      canvas,
      0,
      top,
      frame.width,
      frame.height - top,
      canvas.linear(
        [0, top],
        [0, frame.height],
        [
          [0, "#7b6c6c"],
          [0.35, "#655c62"],
          [1, "#49454d"],
        ],
      ),
    );
    groundLines(set, "#ffd7b0", 0.1, [0.1, 0.17, 0.3, 0.52, 0.8], 3);
    rect(canvas, 0, frame.height - 96, frame.width, 14, "#e8dccb", 'fill-opacity="0.55"');
  },
};

/** A road through fields, noon in spring. */
export const meadow: Scene = {
  light: {
    zenith: hex("#4f8fd0"),
    sky: hex("#b4d6ee"),
    horizon: hex("#f3f7f3"),
    skyline: hex("#55704f"),
    ground: hex("#7b7d74"),
    sun: normalize([-0.35, 0.5, 0.9]),
    sunColour: hex("#fff6df"),
    ambient: 0.8,
  },
  draw(set) {
    const { canvas, horizon, random } = set;
    sky(canvas, horizon, [
      [0, "#79b0df"],
      [0.65, "#c4dff0"],
      [1, "#eef5f4"],
    ]);
    for (let k = 0; k < 4; k++) cloud(set, random() * frame.width, 80 + random() * 190, 90 + random() * 120);
    ridge(set, horizon, 230, "#a6bdd0", { peaks: 3, rough: 0.5 });
    haze(set, "#eef5f4", 0.35);
    ridge(set, horizon, 110, "#8fae9a", { peaks: 4, rough: 0.4 });
    ridge(set, horizon + 10, 54, "#7da069", { peaks: 5, rough: 0.35, floor: horizon + 60 });
    const first = random() * 200;
    for (let k = 0; k < 13; k++) {
      const h = 130 + random() * 100;
      poplar(
        canvas,
        first + k * 112 + random() * 50 + (k > 6 ? 120 : 0),
        horizon + 16,
        h,
        "#58794c",
        "#87a563",
      );
    }
    for (const [t, colour] of [
      [0, "#a9bf6a"],
      [0.03, "#93b25c"],
      [0.065, "#86a453"],
      [0.1, "#799a4c"],
    ] as const) {
      const y = lerp(horizon + 12, frame.height, t);
      rect(canvas, 0, y, frame.width, 80, colour);
    }
    const top = horizon + 96;
    for (let k = 0; k < 120; k++) {
      const x = random() * frame.width;
      const y = top - 30 * random();
      canvas.add(
        `<path d="M${px(x)} ${px(y)}l${px(random() * 6 - 3)} ${px(-10 - random() * 14)}" stroke="${random() < 0.5 ? "#5f8140" : "#b6c878"}" stroke-width="2.4"/>`,
      );
    }
    rect(canvas, 0, top - 6, frame.width, 22, "#b9ad93");
    rect(
      canvas,
      0,
      top + 12,
      frame.width,
      frame.height - top - 12,
      canvas.linear(
        [0, top],
        [0, frame.height],
        [
          [0, "#94938f"],
          [0.4, "#83827f"],
          [1, "#6d6c6b"],
        ],
      ),
    );
    rect(canvas, 0, top + 34, frame.width, 7, "#f3f1ea", 'fill-opacity="0.8"');
    dashes(set, frame.height - 70, "#f3f1ea");
  },
};

function cloud(set: SceneSet, x: number, y: number, size: number): void {
  const puffs = [
    [0, 0, 0.42],
    [0.5, 0.06, 0.34],
    [-0.5, 0.1, 0.3],
    [0.95, 0.16, 0.2],
    [0.15, -0.2, 0.34],
  ] as const;
  const marks = puffs.map(
    ([dx, dy, r]) =>
      `<ellipse cx="${px(x + dx * size)}" cy="${px(y + dy * size)}" rx="${px(r * size * 1.3)}" ry="${px(r * size * 0.62)}"/>`,
  );
  set.canvas.add(`<g fill="#fff" opacity="0.6">${marks.join("")}</g>`);
}
