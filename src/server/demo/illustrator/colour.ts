import { clamp, lerp } from "./vectors.ts";

/** Red, green, blue from 0 to 1. */
export type Rgb = readonly [r: number, g: number, b: number];

export function hex(text: string): Rgb {
  const n = Number.parseInt(text.slice(1), 16);
  return [((n >> 16) & 255) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

const part = (v: number): string =>
  Math.round(clamp(v, 0, 1) * 255)
    .toString(16)
    .padStart(2, "0");

export function css(c: Rgb): string {
  return `#${part(c[0])}${part(c[1])}${part(c[2])}`;
}

export const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  lerp(a[0], b[0], t),
  lerp(a[1], b[1], t),
  lerp(a[2], b[2], t),
];
export const scale = (a: Rgb, f: number): Rgb => [a[0] * f, a[1] * f, a[2] * f];
export const plus = (a: Rgb, b: Rgb): Rgb => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
/** `mix` of two CSS colours. */
export const blend = (a: string, b: string, t: number): string => css(mix(hex(a), hex(b), t));
