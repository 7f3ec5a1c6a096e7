import { drawFront } from "./body-front.ts";
import { drawBed, drawOpenCabin, drawRoofRail } from "./body-open.ts";
import { drawRear } from "./body-rear.ts";
import { archOf, drawArches, drawSide } from "./body-side.ts";
import { drawDeck, drawHood, drawMirror, drawShell, drawTop, drawUpperSide } from "./body.ts";
import { bodyDesigns, type BodyName } from "./body-designs.ts";
import { Canvas, path } from "./canvas.ts";
import { css } from "./colour.ts";
import { paints, type PaintName } from "./paints.ts";
import { project, sideOf, type Car } from "./parts.ts";
import { frame, raster, rect, seededRandom, vignette, wholeFrame } from "./scene.ts";
import { scenes, type SceneName } from "./scenes.ts";
import { createShape } from "./shape.ts";
import { drawSideGlass } from "./side-glass.ts";
import { frameCar, type CarView } from "./views.ts";
import { steps, type Vec2, type Vec3 } from "./vectors.ts";
import { drawWheel, type WheelDesign, type WheelFinish } from "./wheels.ts";

/** Everything that a picture of a car follows from. */
export interface CarDrawing {
  body: BodyName;
  view: CarView;
  paint: PaintName;
  wheels: WheelDesign;
  finish: WheelFinish;
  scene: SceneName;
  /** Looks to the other side. */
  mirrored: boolean;
  /** Decides where the houses, trees and hills of the scene stand. */
  seed: number;
}

/** A picture of a car, 4:3, as SVG. The same drawing gives the same text, always. */
export function drawCar(drawing: CarDrawing): string {
  const canvas = new Canvas();
  const scene = scenes[drawing.scene];
  const shape = createShape(bodyDesigns[drawing.body]);
  const { camera, yaw } = frameCar(shape, drawing.view, drawing.mirrored);
  rect(canvas, 0, 0, frame.width, frame.height, css(scene.light.ground));
  scene.draw({ canvas, horizon: camera.horizon, random: seededRandom(drawing.seed) });
  const car: Car = {
    studio: { canvas, camera, light: scene.light },
    shape,
    paint: paints[drawing.paint],
    yaw,
  };
  drawBody(car, { wheels: drawing.wheels, finish: drawing.finish, steer: drawing.view === "front" ? 16 : 0 });
  vignette(canvas);
  return canvas.svg(raster.width, raster.height, wholeFrame);
}

export interface CarTrim {
  wheels: WheelDesign;
  finish: WheelFinish;
  steer: number;
}

/** Draws the whole car onto the studio's canvas, from the shadow up. */
export function drawBody(car: Car, trim: CarTrim): void {
  const { design } = car.shape;
  drawShadow(car);
  for (const axle of [design.frontAxle, design.rearAxle]) {
    const steer = axle === design.frontAxle ? trim.steer : 0;
    const centre: Vec3 = [axle, -design.width / 2 + 0.06, design.wheelRadius];
    drawWheel(car.studio, { centre, radius: design.wheelRadius, steer, side: -1 }, "cover", "dark");
  }
  drawMirror(car, -1);
  drawShell(car);
  drawArches(car);
  drawDeck(car);
  if (car.yaw < 100) drawHood(car);
  if (design.bed) drawBed(car);
  if (design.roof === "open") {
    if (car.yaw >= 100) drawHood(car);
    drawOpenCabin(car);
  } else {
    if (design.rails) drawRoofRail(car, -1);
    drawUpperSide(car, -1);
    drawTop(car);
    if (car.yaw >= 100) drawHood(car);
    drawUpperSide(car, 1);
    drawSideGlass(car);
    if (design.rails) drawRoofRail(car, 1);
  }
  drawSide(car);
  if (car.yaw < 116) drawFront(car);
  if (car.yaw > 64) drawRear(car);
  for (const axle of [design.frontAxle, design.rearAxle]) {
    const steer = axle === design.frontAxle ? trim.steer : 0;
    const centre: Vec3 = [axle, design.width / 2 - 0.035, design.wheelRadius];
    const arch = project(car, archOf(car, axle), sideOf(car));
    // The wheel shows through its arch and below the sill.
    const below = project(
      car,
      [
        [axle - 1, 0],
        [axle + 1, 0],
      ],
      ([x]) => [x, design.width / 2, car.shape.sill(axle)],
    );
    const front: Vec2 = below[0] ?? [0, 0];
    const back: Vec2 = below[1] ?? [0, 0];
    const opening: Vec2[] = [...arch, front, [front[0], front[1] + 260], [back[0], back[1] + 260], back];
    const clip = car.studio.canvas.clip(path(opening));
    car.studio.canvas.add(`<g clip-path="url(#${clip})">`);
    drawWheel(car.studio, { centre, radius: design.wheelRadius, steer, side: 1 }, trim.wheels, trim.finish);
    car.studio.canvas.add("</g>");
  }
  drawMirror(car, 1);
}

/** Soft shade under the car: plan outlines, each a little smaller and darker. */
function drawShadow(car: Car): void {
  const { design } = car.shape;
  const { camera, canvas } = car.studio;
  const [l, w] = [design.length, design.width];
  for (const grow of steps(0.36, -0.16, 14)) {
    const outline = Array.from({ length: 64 }, (_, i): Vec2 => {
      const a = (i / 64) * Math.PI * 2;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      const p: Vec3 = [
        l / 2 + 0.02 + Math.sign(c) * Math.abs(c) ** 0.42 * (l / 2 - 0.05 + grow),
        Math.sign(s) * Math.abs(s) ** 0.42 * (w / 2 - 0.02 + grow * 0.8) - 0.03,
        0,
      ];
      return camera.project(p);
    });
    canvas.add(`<path d="${path(outline)}" fill="#0a0c10" fill-opacity="${grow < 0.05 ? 0.13 : 0.046}"/>`);
  }
}
