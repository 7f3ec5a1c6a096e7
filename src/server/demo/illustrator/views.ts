import { createCamera, type Camera, type Shot } from "./camera.ts";
import { frame } from "./scene.ts";
import type { Shape } from "./shape.ts";
import type { Vec2, Vec3 } from "./vectors.ts";

export const carViews = ["front", "side", "rear", "nose", "wheel"] as const;
export type CarView = (typeof carViews)[number];

interface ViewPlan {
  yaw: number;
  distance: number;
  height: number;
  /** How wide the car stands in the frame, pixels, and the row of its lowest tyre. */
  width: number;
  ground: number;
}

const plans: Record<"front" | "side" | "rear", ViewPlan> = {
  front: { yaw: 42, distance: 8.2, height: 1.42, width: 1330, ground: 985 },
  side: { yaw: 90, distance: 12, height: 1.3, width: 1420, ground: 930 },
  rear: { yaw: 140, distance: 8.2, height: 1.45, width: 1330, ground: 985 },
};

/** Places the camera so that the car fills the frame alike, whatever its size. */
export function frameCar(shape: Shape, view: CarView, mirrored: boolean): { camera: Camera; yaw: number } {
  if (view === "nose" || view === "wheel") return closeUp(shape, view, mirrored);
  const plan = plans[view];
  const shot = (pixelsPerMetre: number, ground: Vec2): Shot => ({
    yaw: plan.yaw,
    distance: plan.distance,
    height: plan.height,
    target: [shape.design.length / 2, 0, 0],
    pixelsPerMetre,
    ground,
    mirrored,
  });
  const first = bounds(shape, createCamera(shot(280, [800, 900])));
  const tallest = 660;
  const fit = Math.min(plan.width / (first.right - first.left), tallest / (first.bottom - first.top));
  const pixelsPerMetre = 280 * fit;
  const second = bounds(shape, createCamera(shot(pixelsPerMetre, [800, 900])));
  const middle = (second.left + second.right) / 2;
  const camera = createCamera(
    shot(pixelsPerMetre, [800 + (frame.width / 2 - middle), 900 + plan.ground - second.bottom]),
  );
  return { camera, yaw: plan.yaw };
}

function closeUp(shape: Shape, view: "nose" | "wheel", mirrored: boolean): { camera: Camera; yaw: number } {
  const { design } = shape;
  const wheel = view === "wheel";
  const yaw = wheel ? 68 : 26;
  const target: Vec3 = wheel ? [design.frontAxle + 0.1, design.width / 2, 0] : [0.35, design.width * 0.26, 0];
  const camera = createCamera({
    yaw,
    distance: wheel ? 4.2 : 4.6,
    height: wheel ? 0.8 : 1.05,
    target,
    pixelsPerMetre: wheel ? 860 : 700,
    ground: [wheel ? 800 : 800, wheel ? 1010 : 1120],
    mirrored,
  });
  return { camera, yaw };
}

function bounds(shape: Shape, camera: Camera): { left: number; right: number; top: number; bottom: number } {
  const { design } = shape;
  const points: Vec3[] = [
    ...shape.shellRows.flat(),
    ...shape.cant.flatMap((_, i): Vec3[] => [shape.top(i, 0), shape.top(i, 1), shape.top(i, -1)]),
    ...[design.frontAxle, design.rearAxle].map((x): Vec3 => [x, design.width / 2, 0]),
  ];
  const flat = points.map((p) => camera.project(p));
  const xs = flat.map((p) => p[0]);
  const ys = flat.map((p) => p[1]);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
