import { hex } from "./colour.ts";
import {
  frame,
  groundLines,
  haze,
  polygon,
  rect,
  ridge,
  sky,
  tree,
  type Scene,
  type SceneSet,
} from "./scene.ts";
import { lerp, normalize, steps } from "./vectors.ts";
import { px } from "./canvas.ts";

/** A street between apartment blocks, morning. */
export const town: Scene = {
  light: {
    zenith: hex("#6f9bcb"),
    sky: hex("#bcd3e8"),
    horizon: hex("#f5efe4"),
    skyline: hex("#63666c"),
    ground: hex("#77767a"),
    sun: normalize([-0.5, 0.55, 0.8]),
    sunColour: hex("#fff1d8"),
    ambient: 0.78,
  },
  draw(set) {
    const { canvas, horizon, random } = set;
    sky(canvas, horizon, [
      [0, "#9fc0de"],
      [0.6, "#d3e2ee"],
      [1, "#f3ecdf"],
    ]);
    ridge(set, horizon, 150, "#c3cfda", { peaks: 4, rough: 0.4 });
    const shades = ["#d9cdbd", "#cfd3d6", "#d8c0ac", "#c9cfc8", "#dcd5c9"];
    let x = -140 + random() * 60;
    let i = Math.floor(random() * 5);
    while (x < frame.width) {
      const w = 250 + random() * 150;
      const floors = 4 + Math.floor(random() * 4);
      block(set, x, horizon + 8, w, floors, shades[i % shades.length] ?? "#d9cdbd");
      x += w + (random() < 0.45 ? 60 + random() * 70 : 4);
      i++;
    }
    haze(set, "#eef0ee", 0.42);
    for (let k = 0; k < 7; k++)
      tree(set, random() * frame.width, horizon + 22, 120 + random() * 90, "#6f8a62", "#a9bd86");
    // Parked cars' roofs would distract: a hedge instead, then pavement and street.
    rect(
      canvas,
      0,
      horizon + 4,
      frame.width,
      34,
      canvas.linear(
        [0, horizon + 4],
        [0, horizon + 38],
        [
          [0, "#7f9a6d"],
          [1, "#5b7452"],
        ],
      ),
    );
    rect(
      canvas,
      0,
      horizon + 38,
      frame.width,
      44,
      canvas.linear(
        [0, horizon + 38],
        [0, horizon + 82],
        [
          [0, "#cfc9c0"],
          [1, "#bdb7af"],
        ],
      ),
    );
    groundLines({ ...set, horizon: horizon + 38 }, "#8f8a83", 0.25, [0.012, 0.03, 0.052], 1);
    rect(canvas, 0, horizon + 82, frame.width, 12, "#e4dfd7");
    rect(canvas, 0, horizon + 94, frame.width, 9, "#8d8983");
    const top = horizon + 103;
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
          [0, "#8f9095"],
          [0.4, "#7f8085"],
          [1, "#66676d"],
        ],
      ),
    );
    dashes(set, frame.height - 74, "#e9e7e1");
  },
};

function block(set: SceneSet, x: number, ground: number, w: number, floors: number, wall: string): void {
  const { canvas, random } = set;
  const storey = 62;
  const h = floors * storey + 24;
  const y = ground - h;
  rect(
    canvas,
    x,
    y,
    w,
    h,
    canvas.linear(
      [x, 0],
      [x + w, 0],
      [
        [0, wall],
        [0.7, wall],
        [1, "#b5aba0"],
      ],
    ),
  );
  rect(canvas, x - 5, y - 8, w + 10, 12, "#f0eae0");
  const columns = Math.max(3, Math.round(w / 74));
  const step = w / columns;
  const balcony = Math.floor(random() * columns);
  for (let f = 0; f < floors; f++) {
    const top = y + 22 + f * storey;
    for (let c = 0; c < columns; c++) {
      const left = x + c * step + step * 0.24;
      const pane = random() < 0.25 ? "#9db6c9" : random() < 0.5 ? "#7d94a6" : "#8aa3b5";
      rect(canvas, left, top, step * 0.52, 36, "#f3eee6");
      rect(canvas, left + 3, top + 3, step * 0.52 - 6, 30, pane);
      if (c === balcony || (c + 2) % 4 === balcony % 4) {
        rect(canvas, left - step * 0.14, top + 24, step * 0.8, 20, "#e9e2d7");
        rect(canvas, left - step * 0.14, top + 42, step * 0.8, 3, "#a39a90");
      }
    }
  }
  rect(canvas, x, ground - 34, w, 34, "#8f867e", 'fill-opacity="0.55"');
}

/** The broken line of a road, near the eye. */
export function dashes(set: SceneSet, y: number, colour: string): void {
  for (const x of [-120, 330, 780, 1230]) {
    polygon(
      set.canvas,
      [
        [x + 20, y],
        [x + 270, y],
        [x + 250, y + 17],
        [x - 10, y + 17],
      ],
      colour,
      'fill-opacity="0.75"',
    );
  }
}

/** A stone-paved yard before a house wall with a gate, late afternoon. */
export const courtyard: Scene = {
  light: {
    zenith: hex("#8fb0cf"),
    sky: hex("#dfe4e2"),
    horizon: hex("#fbf1df"),
    skyline: hex("#8a7a68"),
    ground: hex("#8c8377"),
    sun: normalize([-0.6, 0.6, 0.65]),
    sunColour: hex("#ffe9c6"),
    ambient: 0.76,
  },
  draw(set) {
    const { canvas, horizon, random } = set;
    sky(canvas, horizon, [
      [0, "#a8c4dc"],
      [1, "#f1e9d8"],
    ]);
    const base = horizon + 70;
    const top = horizon - 300;
    for (let k = 0; k < 5; k++)
      tree(set, 120 + k * 340 + random() * 120, top + 70, 200 + random() * 70, "#7f9468", "#b5c38b");
    rect(
      canvas,
      0,
      top,
      frame.width,
      base - top,
      canvas.linear(
        [0, top],
        [0, base],
        [
          [0, "#e9dcc4"],
          [0.75, "#dccbae"],
          [1, "#bca98c"],
        ],
      ),
    );
    // Stone footing and tiled coping.
    rect(
      canvas,
      0,
      top - 16,
      frame.width,
      22,
      canvas.linear(
        [0, top - 16],
        [0, top + 6],
        [
          [0, "#c8754f"],
          [1, "#93492f"],
        ],
      ),
    );
    for (let x = 0; x < frame.width; x += 34)
      rect(canvas, x, top - 16, 3, 22, "#7f3d27", 'fill-opacity="0.5"');
    const stones = ["#b3a794", "#a4998a", "#bdb2a0", "#998e80"];
    for (let row = 0; row < 3; row++) {
      let x = -random() * 80;
      while (x < frame.width) {
        const w = 70 + random() * 90;
        rect(
          canvas,
          x + 2,
          base - 108 + row * 36 + 2,
          w - 4,
          32,
          stones[Math.floor(random() * 4)] ?? "#b3a794",
          'rx="7"',
        );
        x += w;
      }
    }
    const gate = random() < 0.5 ? 120 : 1010;
    rect(canvas, gate - 26, top + 24, 520, base - top - 24, "#cdb998");
    rect(
      canvas,
      gate,
      top + 46,
      468,
      base - top - 46,
      canvas.linear(
        [gate, 0],
        [gate + 468, 0],
        [
          [0, "#5c4332"],
          [0.5, "#6d5140"],
          [1, "#523a2b"],
        ],
      ),
    );
    for (let k = 1; k < 12; k++)
      rect(canvas, gate + k * 39, top + 46, 3, base - top - 46, "#2e2018", 'fill-opacity="0.5"');
    rect(canvas, gate + 231, top + 46, 6, base - top - 46, "#1f150f");
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
          [0, "#a99e8e"],
          [0.4, "#978c7d"],
          [1, "#786e62"],
        ],
      ),
    );
    paving(set, base, "#5f564b");
  },
};

/** Joints of paving stones in perspective. */
export function paving(set: SceneSet, top: number, colour: string): void {
  const { canvas } = set;
  const depth = frame.height - set.horizon;
  for (const z of steps(0, 1, 12)) {
    const y = set.horizon + depth * (1 / (1 + (1 - z) * 5.2));
    if (y < top) continue;
    rect(canvas, 0, y, frame.width, 1 + z * 2, colour, 'fill-opacity="0.26"');
  }
  for (const k of steps(-14, 14, 29)) {
    const x = 800 + k * 230;
    const t = (top - set.horizon) / depth;
    canvas.add(
      `<path d="M${px(lerp(800, x, t))} ${px(top)}L${px(x)} ${frame.height}" stroke="${colour}" stroke-opacity="0.22" stroke-width="2"/>`,
    );
  }
}
