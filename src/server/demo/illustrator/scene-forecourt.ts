import { px } from "./canvas.ts";
import { hex } from "./colour.ts";
import { frame, polygon, rect, ridge, sky, type Scene, type SceneSet } from "./scene.ts";
import { paving } from "./scenes-town.ts";
import { normalize } from "./vectors.ts";

/** A filling station's forecourt in the blue hour. */
export const forecourt: Scene = {
  light: {
    zenith: hex("#20315f"),
    sky: hex("#6f83b8"),
    horizon: hex("#ffe2bd"),
    skyline: hex("#2b3147"),
    ground: hex("#565a68"),
    sun: normalize([-0.15, 0.45, 0.95]),
    sunColour: hex("#fff0dc"),
    ambient: 0.7,
  },
  draw(set) {
    const { canvas, horizon, random } = set;
    sky(canvas, horizon, [
      [0, "#1d2b57"],
      [0.55, "#51659f"],
      [0.85, "#c99fa0"],
      [1, "#f4c79d"],
    ]);
    ridge(set, horizon, 190, "#5a5a85", { peaks: 3, rough: 0.5 });
    ridge(set, horizon + 4, 70, "#34385a", { peaks: 6, rough: 0.55, floor: horizon + 70 });
    for (let k = 0; k < 36; k++)
      canvas.add(
        `<circle cx="${px(random() * frame.width)}" cy="${px(horizon - 4 - random() * 34)}" r="${px(1.6 + random() * 2)}" fill="#ffdf9e" fill-opacity="0.85"/>`,
      );
    const base = horizon + 60;
    // Shop behind.
    const shop = random() < 0.5 ? 880 : 90;
    rect(canvas, shop, horizon - 172, 620, 232, "#2a3049");
    rect(
      canvas,
      shop + 24,
      horizon - 120,
      572,
      172,
      canvas.linear(
        [0, horizon - 120],
        [0, horizon + 52],
        [
          [0, "#fff3d6"],
          [1, "#f2c98d"],
        ],
      ),
    );
    for (let k = 1; k < 6; k++) rect(canvas, shop + 24 + k * 95, horizon - 120, 6, 172, "#2a3049");
    for (let k = 0; k < 3; k++)
      rect(canvas, shop + 30, horizon - 40 + k * 28, 560, 4, "#b98a5a", 'fill-opacity="0.5"');
    // Canopy with lamps, on slim posts; pumps between.
    const roof = horizon - 420;
    for (const x of [330, 1230]) {
      rect(
        canvas,
        x,
        roof + 70,
        34,
        base - roof - 70,
        canvas.linear(
          [x, 0],
          [x + 34, 0],
          [
            [0, "#eef1f4"],
            [0.5, "#c9cfd8"],
            [1, "#7d869a"],
          ],
        ),
      );
      pump(set, x + (x < 800 ? 70 : -150), base);
    }
    polygon(
      canvas,
      [
        [-60, roof],
        [frame.width + 60, roof],
        [frame.width + 60, roof + 66],
        [-60, roof + 66],
      ],
      canvas.linear(
        [0, roof],
        [0, roof + 66],
        [
          [0, "#f7f9fb"],
          [0.7, "#dbe2ec"],
          [1, "#b3bccb"],
        ],
      ),
    );
    rect(canvas, -60, roof + 26, frame.width + 120, 16, "#244aa5");
    polygon(
      canvas,
      [
        [-60, roof + 66],
        [frame.width + 60, roof + 66],
        [frame.width - 120, roof + 108],
        [120, roof + 108],
      ],
      "#dfe4ec",
    );
    for (const x of [260, 530, 800, 1070, 1340]) {
      rect(canvas, x - 56, roof + 78, 112, 14, "#fffaf0", 'rx="7"');
      polygon(
        canvas,
        [
          [x - 56, roof + 92],
          [x + 56, roof + 92],
          [x + 250, base],
          [x - 250, base],
        ],
        canvas.linear(
          [0, roof + 92],
          [0, base],
          [
            [0, "#fff6dc", 0.1],
            [1, "#fff6dc", 0],
          ],
        ),
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
          [0, "#8d8a96"],
          [0.3, "#737380"],
          [1, "#4b4d5c"],
        ],
      ),
    );
    for (const x of [260, 800, 1340]) {
      canvas.add(
        `<ellipse cx="${x}" cy="${px(base + 190)}" rx="330" ry="120" fill="${canvas.radial(
          [0, 0],
          1,
          [
            [0, "#ffeccb", 0.28],
            [1, "#ffeccb", 0],
          ],
          `translate(${x} ${px(base + 190)}) scale(330 120)`,
        )}"/>`,
      );
    }
    paving(set, base + 2, "#3b3d4a");
  },
};

function pump(set: SceneSet, x: number, base: number): void {
  const { canvas } = set;
  rect(canvas, x - 14, base - 8, 110, 16, "#a9adb8", 'rx="4"');
  rect(
    canvas,
    x,
    base - 190,
    82,
    184,
    canvas.linear(
      [x, 0],
      [x + 82, 0],
      [
        [0, "#f3f5f8"],
        [0.6, "#d5dae3"],
        [1, "#9aa3b3"],
      ],
    ),
    'rx="10"',
  );
  rect(canvas, x + 12, base - 172, 58, 46, "#263352", 'rx="5"');
  rect(canvas, x + 18, base - 164, 46, 12, "#9fd0ff", 'fill-opacity="0.8"');
  rect(canvas, x + 12, base - 112, 58, 8, "#244aa5");
  canvas.add(
    `<path d="M${px(x + 80)} ${px(base - 150)}C${px(x + 122)} ${px(base - 150)} ${px(x + 116)} ${px(base - 40)} ${px(x + 96)} ${px(base - 52)}" fill="none" stroke="#1c2030" stroke-width="6"/>`,
  );
}
