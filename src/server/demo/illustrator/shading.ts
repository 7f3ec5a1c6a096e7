import { mix, plus, scale, times, type Rgb } from "./colour.ts";
import type { Material } from "./paints.ts";
import { clamp, dot, normalize, smoothstep, type Vec3 } from "./vectors.ts";

/** What surrounds the car, as its paint sees it. */
export interface Light {
  zenith: Rgb;
  sky: Rgb;
  horizon: Rgb;
  /** The dark band that buildings, trees and hills make along the horizon. */
  skyline: Rgb;
  ground: Rgb;
  /** Direction to the sun, in the car's space. */
  sun: Vec3;
  sunColour: Rgb;
  ambient: number;
}

/** The colour of the surroundings in direction `r`: what a mirror there would show. */
function surroundings(light: Light, r: Vec3): Rgb {
  const up = r[2];
  const skyPart = mix(
    mix(light.horizon, light.sky, smoothstep(0.1, 0.45, up)),
    light.zenith,
    smoothstep(0.4, 0.95, up),
  );
  const band = mix(skyPart, light.skyline, smoothstep(0.15, 0.09, up) * 0.9);
  const groundPart = mix(light.ground, scale(light.ground, 0.5), smoothstep(-0.05, -0.8, up));
  return mix(groundPart, band, smoothstep(-0.05, 0.015, up));
}

/** The colour that a surface with normal `n` shows to an eye in direction `v`. */
export function shade(material: Material, light: Light, n: Vec3, v: Vec3): Rgb {
  const facing = clamp(dot(n, v), 0, 1);
  const r: Vec3 = [2 * facing * n[0] - v[0], 2 * facing * n[1] - v[1], 2 * facing * n[2] - v[2]];
  const fresnel = 0.13 + 0.8 * (1 - facing) ** 4;
  const fromSun = Math.max(0, dot(n, light.sun));
  const fromSky = 0.5 + 0.5 * n[2];
  const lit =
    light.ambient * (0.48 + 0.58 * fromSky) + 0.38 * fromSun + material.flake * (facing ** 3 - 0.45) * 0.55;
  const body = times(scale(material.base, lit), mix([1, 1, 1], light.sunColour, 0.28));
  const mirror = scale(surroundings(light, r), clamp(fresnel * material.gloss, 0, 0.9));
  const glint = Math.max(0, dot(normalize(r), light.sun)) ** 60 * 0.55 * material.gloss;
  return soften(
    plus(
      plus(scale(body, 1 - clamp(fresnel * material.gloss, 0, 0.9)), mirror),
      scale(light.sunColour, glint),
    ),
  );
}

/** Bright tones are pressed together rather than cut off. */
const soften = (c: Rgb): Rgb => [press(c[0]), press(c[1]), press(c[2])];
const press = (v: number): number => (v < 0.72 ? v : 0.72 + 0.28 * (1 - Math.exp(-(v - 0.72) / 0.28)));
