import { path, px } from "./canvas.ts";
import { densify, gradientOn, project, type Car, type Lay } from "./parts.ts";
import { roundCorners, smoothCurve, type Vec2 } from "./vectors.ts";

export function drawLamp(car: Car, lay: Lay, sign: number): void {
  const style = car.shape.design.lamps;
  const { canvas } = car.studio;
  const shapes: Record<typeof style, Vec2[]> = {
    sharp: [
      [0.5, 0.72],
      [0.52, 0.83],
      [0.74, 0.93],
      [0.95, 1.0],
      [0.982, 0.97],
      [0.93, 0.84],
      [0.78, 0.74],
      [0.6, 0.69],
    ],
    blade: [
      [0.54, 0.79],
      [0.56, 0.87],
      [0.76, 0.94],
      [0.955, 0.99],
      [0.984, 0.95],
      [0.9, 0.85],
      [0.72, 0.79],
    ],
    round: [
      [0.6, 0.7],
      [0.61, 0.86],
      [0.73, 0.94],
      [0.88, 0.985],
      [0.955, 0.96],
      [0.95, 0.81],
      [0.88, 0.71],
      [0.73, 0.67],
    ],
    tall: [
      [0.58, 0.71],
      [0.58, 0.89],
      [0.77, 0.955],
      [0.95, 1.0],
      [0.978, 0.94],
      [0.955, 0.8],
      [0.84, 0.71],
      [0.7, 0.68],
    ],
  };
  const at = (p: Vec2): Vec2 => [sign * p[0], p[1]];
  const outline = densify(roundCorners(shapes[style].map(at), 0.035), 2);
  const rim = path(project(car, outline, lay));
  const [top, bottom] = [lay(at([0.75, 0.95])), lay(at([0.75, 0.65]))];
  const housing = gradientOn(car, top, bottom, [
    [0, "#5a646c"],
    [0.35, "#2a3137"],
    [0.7, "#3a434a"],
    [1, "#11161a"],
  ]);
  canvas.add(`<path d="${rim}" fill="${housing}"/>`);
  const clip = canvas.clip(rim);
  const inside: string[] = [];
  const lens = (across: number, h: number, r: number): void => {
    const c = car.studio.camera.project(lay(at([across, h])));
    const e = car.studio.camera.project(lay(at([across + r * 0.7, h])));
    const w = car.studio.camera.project(lay(at([across - r * 0.7, h])));
    const rx = Math.max(4, Math.abs(e[0] - w[0]) / 1.4);
    const ry = 24 * (r / 0.1);
    const glow = canvas.radial([c[0] - rx * 0.2, c[1] - ry * 0.2], Math.max(rx, ry), [
      [0, "#f2f8ff"],
      [0.35, "#a9bccb"],
      [0.75, "#3d4b57"],
      [1, "#12181d"],
    ]);
    inside.push(
      `<ellipse cx="${px(c[0])}" cy="${px(c[1])}" rx="${px(rx * 1.14)}" ry="${px(ry * 1.14)}" fill="#0a0e11" stroke="#c3cbd1" stroke-opacity="0.6" stroke-width="2"/><ellipse cx="${px(c[0])}" cy="${px(c[1])}" rx="${px(rx)}" ry="${px(ry)}" fill="${glow}"/>`,
    );
  };
  if (style === "round" || style === "tall") {
    lens(0.82, 0.845, 0.085);
    lens(0.68, 0.815, 0.07);
  } else {
    lens(0.8, 0.875, 0.075);
    lens(0.665, 0.82, 0.065);
  }
  const strips: Record<typeof style, Vec2[]> = {
    sharp: [
      [0.54, 0.74],
      [0.64, 0.72],
      [0.8, 0.775],
      [0.93, 0.87],
      [0.965, 0.94],
    ],
    blade: [
      [0.56, 0.81],
      [0.74, 0.81],
      [0.89, 0.87],
      [0.96, 0.94],
    ],
    round: [
      [0.63, 0.71],
      [0.73, 0.69],
      [0.87, 0.73],
      [0.935, 0.82],
    ],
    tall: [
      [0.61, 0.86],
      [0.615, 0.735],
      [0.7, 0.705],
      [0.83, 0.735],
      [0.94, 0.82],
    ],
  };
  const strip = path(project(car, smoothCurve(strips[style].map(at), 6), lay), false);
  inside.push(
    `<path d="${strip}" fill="none" stroke="#dff0ff" stroke-opacity="0.35" stroke-width="14" stroke-linecap="round"/><path d="${strip}" fill="none" stroke="#fff" stroke-width="5.5" stroke-linecap="round"/>`,
  );
  const shine = gradientOn(car, top, bottom, [
    [0, "#fff", 0.5],
    [0.4, "#fff", 0.06],
    [1, "#fff", 0],
  ]);
  inside.push(`<path d="${rim}" fill="${shine}"/>`);
  canvas.add(
    `<g clip-path="url(#${clip})">${inside.join("")}</g><path d="${rim}" fill="none" stroke="#000" stroke-opacity="0.55" stroke-width="2.2"/>`,
  );
}
