import { cross, dot, normalize, subtract, type Vec2, type Vec3 } from "./vectors.ts";

/** Where the eye stands, and how the car lies in the frame. */
export interface Shot {
  /** Degrees around the car: 0 from the front, 90 from its side, 180 from behind. */
  yaw: number;
  /** Metres from what is looked at. */
  distance: number;
  /** Metres above the ground. */
  height: number;
  /** The point looked at, in the car's space. */
  target: Vec3;
  /** Pixels that one metre takes at the target. */
  pixelsPerMetre: number;
  /** Where the ground below the target lies in the picture. */
  ground: Vec2;
  /** The picture mirrored, so that cars look to both sides. */
  mirrored: boolean;
}

export interface Camera {
  project(p: Vec3): Vec2;
  /** Unit vector from `p` to the eye. */
  towardsEye(p: Vec3): Vec3;
  /** The picture's row on which the horizon lies. */
  horizon: number;
}

/** A level camera (verticals stay vertical, as in architectural pictures). */
export function createCamera(shot: Shot): Camera {
  const yaw = (shot.yaw * Math.PI) / 180;
  const eye: Vec3 = [
    shot.target[0] - shot.distance * Math.cos(yaw),
    shot.target[1] + shot.distance * Math.sin(yaw),
    shot.height,
  ];
  const forward = normalize([shot.target[0] - eye[0], shot.target[1] - eye[1], 0]);
  const right = cross(forward, [0, 0, 1]);
  const focal = shot.pixelsPerMetre * shot.distance;
  const horizon = shot.ground[1] - shot.height * shot.pixelsPerMetre;
  const flip = shot.mirrored ? -1 : 1;
  return {
    horizon,
    project(p) {
      const d = subtract(p, eye);
      const depth = Math.max(0.2, dot(d, forward));
      return [shot.ground[0] + (flip * focal * dot(d, right)) / depth, horizon - (focal * d[2]) / depth];
    },
    towardsEye: (p) => normalize(subtract(eye, p)),
  };
}
