import { px, type Canvas } from "./canvas.ts";
import type { InteriorDrawing, Tones } from "./interior.ts";
import { polygon, rect } from "./scene.ts";
import { steps, type Vec2 } from "./vectors.ts";

export function centreConsole(canvas: Canvas, t: Tones, drawing: InteriorDrawing): void {
  const side = canvas.linear(
    [620, 0],
    [980, 0],
    [
      [0, t.softDeep],
      [0.15, t.soft],
      [0.5, t.softLight],
      [0.85, t.soft],
      [1, t.softDeep],
    ],
  );
  canvas.add(
    `<path d="M668 730Q800 716 932 730L958 940Q1010 1060 1020 1200H580Q590 1060 642 940Z" fill="${side}"/>`,
  );
  canvas.add(
    `<path d="M690 880Q800 868 910 880L938 1200H662Z" fill="#111315"/><path d="M690 880Q800 868 910 880L938 1200H662Z" fill="none" stroke="${t.trim[2]}" stroke-width="4"/>`,
  );
  if (drawing.dashboard !== "electric") {
    for (const x of [722, 800, 878]) {
      canvas.add(
        `<circle cx="${x}" cy="806" r="36" fill="#0c0e10"/><circle cx="${x}" cy="804" r="31" fill="${canvas.radial(
          [x - 8, 792],
          40,
          [
            [0, "#e9edf0"],
            [0.5, "#9aa1a8"],
            [1, "#565d63"],
          ],
        )}"/><circle cx="${x}" cy="804" r="20" fill="#1b1e21"/><path d="M${x} 788v-9" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
      );
    }
  } else rect(canvas, 700, 770, 200, 16, "#0b0d0f", 'rx="8"');
  if (drawing.manual) {
    canvas.add(
      `<path d="M736 1020Q800 990 864 1020L838 930Q800 918 762 930Z" fill="${t.hideDeep}"/><path d="M760 1014Q786 950 782 930M800 1006V926M840 1014Q814 950 818 930" stroke="#000" stroke-opacity="0.3" stroke-width="4" fill="none"/>`,
    );
    rect(canvas, 793, 872, 14, 70, "#c3cace");
    canvas.add(
      `<ellipse cx="800" cy="862" rx="40" ry="38" fill="${canvas.radial([788, 846], 48, [
        [0, "#6d747a"],
        [0.5, "#2c3034"],
        [1, "#0e1011"],
      ])}"/><ellipse cx="800" cy="850" rx="20" ry="13" fill="#c9cfd3" fill-opacity="0.55"/>`,
    );
  } else {
    rect(canvas, 748, 912, 104, 120, "#1a1d20", 'rx="22"');
    canvas.add(
      `<path d="M772 890Q800 870 828 890L836 986Q800 1000 764 986Z" fill="${canvas.linear(
        [760, 0],
        [840, 0],
        [
          [0, "#24282b"],
          [0.4, "#5b6167"],
          [1, "#1a1d20"],
        ],
      )}"/>`,
    );
    rect(canvas, 782, 884, 36, 10, "#d5dade", 'rx="5"');
  }
  for (const y of [1092]) {
    for (const x of [744, 856])
      canvas.add(
        `<ellipse cx="${x}" cy="${y}" rx="48" ry="34" fill="#050607" stroke="#7f868c" stroke-width="4"/>`,
      );
  }
}

export function cluster(canvas: Canvas, drawing: InteriorDrawing): void {
  canvas.add('<g transform="translate(-34 0)">');
  canvas.add(`<path d="M282 560Q300 440 470 436Q640 440 658 560Q470 600 282 560Z" fill="#08090b"/>`);
  const digital = drawing.dashboard === "modern";
  for (const [x, angle] of [
    [372, -40],
    [568, 30],
  ] as const) {
    canvas.add(
      `<circle cx="${x}" cy="524" r="72" fill="#0d1013"/><circle cx="${x}" cy="524" r="70" fill="none" stroke="${digital ? "#4a86e8" : "#c8ced3"}" stroke-width="4"/>`,
    );
    for (const a of steps(-220, 40, 11)) {
      const [c, s] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      canvas.add(
        `<path d="M${px(x + c * 62)} ${px(524 + s * 62)}L${px(x + c * 52)} ${px(524 + s * 52)}" stroke="#eef2f5" stroke-width="3"/>`,
      );
    }
    canvas.add(
      `<path d="M${x} 524L${px(x + 54 * Math.sin((angle * Math.PI) / 180))} ${px(524 - 54 * Math.cos((angle * Math.PI) / 180))}" stroke="#ff5a3c" stroke-width="5" stroke-linecap="round"/><circle cx="${x}" cy="524" r="11" fill="#2b3035"/>`,
    );
  }
  rect(canvas, 448, 474, 44, 84, digital ? "#17345f" : "#1c2a33", 'rx="8"');
  for (const y of [490, 510, 530]) rect(canvas, 456, y, 28, 6, "#8fc1ff", 'rx="3" fill-opacity="0.7"');
  canvas.add("</g>");
}

export function screen(canvas: Canvas, drawing: InteriorDrawing, random: () => number): void {
  const [x, y, w, h] =
    drawing.dashboard === "classic"
      ? [690, 500, 220, 132]
      : drawing.dashboard === "modern"
        ? [664, 446, 300, 176]
        : [640, 440, 380, 240];
  rect(canvas, x - 10, y - 10, w + 20, h + 20, "#07080a", 'rx="18"');
  const clip = canvas.define(
    (id) => `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="10"/></clipPath>`,
  );
  const marks: string[] = [
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${canvas.linear(
      [x, y],
      [x + w, y + h],
      [
        [0, "#1a2b3f"],
        [1, "#0e1824"],
      ],
    )}"/>`,
  ];
  for (let k = 0; k < 7; k++) {
    const vx = x + random() * w;
    marks.push(
      `<path d="M${px(vx)} ${y}L${px(vx + (random() - 0.5) * 120)} ${y + h}" stroke="#3a516b" stroke-width="${px(3 + random() * 5)}"/>`,
    );
    const vy = y + random() * h;
    marks.push(
      `<path d="M${x} ${px(vy)}L${x + w} ${px(vy + (random() - 0.5) * 70)}" stroke="#32475f" stroke-width="${px(2 + random() * 4)}"/>`,
    );
  }
  marks.push(
    `<path d="M${px(x + w * 0.52)} ${y + h}Q${px(x + w * 0.5)} ${px(y + h * 0.6)} ${px(x + w * 0.62)} ${px(y + h * 0.4)}T${px(x + w * 0.78)} ${y}" stroke="#4f9bff" stroke-width="9" fill="none" stroke-linecap="round"/>`,
    `<circle cx="${px(x + w * 0.52)}" cy="${px(y + h * 0.82)}" r="10" fill="#fff"/><circle cx="${px(x + w * 0.52)}" cy="${px(y + h * 0.82)}" r="6" fill="#2f7df0"/>`,
    `<rect x="${x}" y="${y}" width="${px(w * 0.2)}" height="${h}" fill="#0b121b" fill-opacity="0.82"/>`,
  );
  for (const [k, colour] of ["#4f9bff", "#63c48b", "#d0a650", "#c96a6a"].entries()) {
    marks.push(
      `<rect x="${px(x + w * 0.06)}" y="${px(y + h * (0.1 + k * 0.21))}" width="${px(w * 0.085)}" height="${px(w * 0.085)}" rx="6" fill="${colour}"/>`,
    );
  }
  marks.push(
    `<path d="M${x} ${y}H${px(x + w * 0.7)}L${px(x + w * 0.42)} ${y + h}H${x}Z" fill="#fff" fill-opacity="0.06"/>`,
  );
  canvas.add(`<g clip-path="url(#${clip})">${marks.join("")}</g>`);
}

export function steeringWheel(canvas: Canvas, t: Tones, drawing: InteriorDrawing): void {
  const [cx, cy, r] = [436, 742, 250];
  const flat = drawing.dashboard !== "classic";
  const ring = (radius: number): string =>
    flat
      ? `M${cx - radius * 0.62} ${cy + radius * 0.8}A${radius} ${radius} 0 1 1 ${cx + radius * 0.62} ${cy + radius * 0.8}Q${cx} ${cy + radius * 0.9} ${cx - radius * 0.62} ${cy + radius * 0.8}Z`
      : `M${cx - radius} ${cy}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1 ${-radius * 2} 0Z`;
  const hide = canvas.linear(
    [cx - r, cy - r],
    [cx + r, cy + r],
    [
      [0, "#565c62"],
      [0.25, "#25282b"],
      [0.6, "#17191b"],
      [1, "#3a3f44"],
    ],
  );
  canvas.add(
    `<path d="${ring(r)}" transform="translate(6 16)" fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="52"/>`,
  );
  // Spokes and hub first, the rim over their ends.
  const spoke: Vec2[] = [
    [-248, -10],
    [-92, -58],
    [92, -58],
    [248, -10],
    [240, 44],
    [96, 78],
    [46, 236],
    [-46, 236],
    [-96, 78],
    [-240, 44],
  ];
  polygon(
    canvas,
    spoke.map((p): Vec2 => [cx + p[0], cy + p[1]]),
    canvas.linear(
      [0, cy - 60],
      [0, cy + 230],
      [
        [0, "#34393e"],
        [1, "#121416"],
      ],
    ),
    'stroke="#0a0b0c" stroke-width="4" stroke-linejoin="round"',
  );
  for (const s of [-1, 1]) {
    polygon(
      canvas,
      [
        [cx + s * 108, cy - 34],
        [cx + s * 214, cy - 4],
        [cx + s * 208, cy + 36],
        [cx + s * 112, cy + 46],
      ],
      "#0d0f11",
    );
    for (const [dx, dy] of [
      [134, -2],
      [170, 8],
      [134, 26],
      [172, 26],
    ] as const)
      canvas.add(`<circle cx="${cx + s * dx}" cy="${cy + dy}" r="9" fill="#4a5157"/>`);
    canvas.add(
      `<path d="M${cx + s * 30} ${cy + 110}L${cx + s * 30} ${cy + 222}" stroke="${t.trim[2]}" stroke-width="9" stroke-linecap="round"/>`,
    );
  }
  canvas.add(
    `<path d="M${cx - 100} ${cy - 46}Q${cx} ${cy - 84} ${cx + 100} ${cy - 46}Q${cx + 116} ${cy + 20} ${cx + 74} ${cy + 82}Q${cx} ${cy + 112} ${cx - 74} ${cy + 82}Q${cx - 116} ${cy + 20} ${cx - 100} ${cy - 46}Z" fill="${canvas.radial(
      [cx - 30, cy - 40],
      170,
      [
        [0, "#4b5157"],
        [0.6, "#26292d"],
        [1, "#141618"],
      ],
    )}" stroke="#08090a" stroke-width="4"/>`,
  );
  canvas.add(`<circle cx="${cx}" cy="${cy + 8}" r="27" fill="#15181a" stroke="#cfd5d9" stroke-width="4"/>`);
  canvas.add(
    `<path d="${ring(r)}" fill="none" stroke="#08090a" stroke-width="52"/><path d="${ring(r)}" fill="none" stroke="${hide}" stroke-width="46"/>`,
  );
  canvas.add(
    `<path d="${ring(r + 11)}" fill="none" stroke="#fff" stroke-opacity="0.14" stroke-width="5"/><path d="${ring(r - 15)}" fill="none" stroke="${drawing.upholstery === "cognac" ? "#c98a5a" : "#8b9298"}" stroke-opacity="0.6" stroke-width="2.5" stroke-dasharray="8 6"/>`,
  );
}
