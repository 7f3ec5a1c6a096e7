import type { colors } from "#domain/cars/car-lists.ts";
import type { BodyName } from "./illustrator/body-designs.ts";
import { drawCar, type CarDrawing } from "./illustrator/draw-car.ts";
import { drawInterior, type Dashboard, type Upholstery } from "./illustrator/interior.ts";
import type { PaintName } from "./illustrator/paints.ts";
import type { SceneName } from "./illustrator/scenes.ts";
import type { CarView } from "./illustrator/views.ts";
import type { WheelDesign, WheelFinish } from "./illustrator/wheels.ts";

/** One picture of the pool: its name, and how to draw it (SVG). */
export interface PoolDrawing {
  key: string;
  draw(): string;
}

/** A car as it was "photographed": the same body, paint and wheels at one place, from several sides. */
export interface PhotoSet {
  body: BodyName;
  paint: PaintName;
  scene: SceneName;
  wheels: WheelDesign;
  finish: WheelFinish;
  mirrored: boolean;
  views: readonly CarView[];
}

/** What sellers call the paints. */
export const colorOfPaint: Record<PaintName, (typeof colors)[number]> = {
  white: "E bardhë",
  silver: "E argjendtë",
  grey: "Hiri",
  graphite: "Hiri",
  black: "E zezë",
  blue: "Blu",
  navy: "Blu",
  red: "E kuqe",
  green: "E gjelbër",
  beige: "Bezhë",
  brown: "Kafe",
  orange: "Portokalli",
};

const around = ["front", "side", "rear"] as const;

function set(
  body: BodyName,
  paint: PaintName,
  scene: SceneName,
  wheels: WheelDesign,
  extra: CarView | null = null,
  finish: WheelFinish = "silver",
): Omit<PhotoSet, "mirrored"> {
  return { body, paint, scene, wheels, finish, views: extra === null ? around : [...around, extra] };
}

/** Mostly white, black, grey and silver, as the streets are; each place and wheel with each body once at most. */
export const photoSets: readonly PhotoSet[] = [
  set("sedan", "silver", "town", "twin", "wheel"),
  set("sedan", "black", "yard", "ten", "nose"),
  set("sedan", "white", "courtyard", "five"),
  set("sedan", "blue", "mountains", "why", null, "twoTone"),
  set("executive", "black", "forecourt", "mesh", "nose", "twoTone"),
  set("executive", "graphite", "town", "turbine"),
  set("executive", "white", "mountains", "ten"),
  set("arcSaloon", "red", "yard", "blade", null, "twoTone"),
  set("fastback", "grey", "meadow", "why"),
  set("fastback", "black", "courtyard", "blade", "wheel", "dark"),
  set("fastback", "white", "forecourt", "turbine", null, "twoTone"),
  set("hatchback", "white", "town", "five", "nose"),
  set("hatchback", "grey", "garage", "twin"),
  set("hatchback", "red", "meadow", "ten"),
  set("hatchback", "black", "mountains", "blade", null, "twoTone"),
  set("supermini", "silver", "courtyard", "cover"),
  set("supermini", "orange", "town", "twin"),
  set("supermini", "white", "meadow", "cover"),
  set("electricHatch", "blue", "yard", "turbine", null, "twoTone"),
  set("suv", "graphite", "mountains", "five", "nose"),
  set("suv", "white", "yard", "twin"),
  set("suv", "brown", "meadow", "ten"),
  set("bigSuv", "black", "town", "mesh", "wheel"),
  set("bigSuv", "silver", "forecourt", "five"),
  set("crossover", "red", "courtyard", "blade", null, "twoTone"),
  set("crossover", "grey", "town", "turbine", null, "dark"),
  set("wagon", "navy", "meadow", "twin", "nose"),
  set("wagon", "silver", "garage", "ten"),
  set("bigWagon", "black", "mountains", "why"),
  set("bigWagon", "grey", "yard", "mesh"),
  set("coupe", "blue", "forecourt", "blade", null, "dark"),
  set("convertible", "red", "mountains", "ten"),
  set("van", "beige", "town", "cover"),
  set("transporter", "white", "yard", "cover"),
  set("pickup", "green", "meadow", "five", null, "dark"),
].map((plain, i) => Object.assign(plain, { mirrored: i % 2 === 1 }));

export interface Cabin {
  dashboard: Dashboard;
  upholstery: Upholstery;
  manual: boolean;
  scene: SceneName;
}

export const cabins: readonly Cabin[] = [
  { dashboard: "classic", upholstery: "black", manual: true, scene: "town" },
  { dashboard: "classic", upholstery: "grey", manual: true, scene: "meadow" },
  { dashboard: "classic", upholstery: "black", manual: false, scene: "yard" },
  { dashboard: "classic", upholstery: "cream", manual: false, scene: "mountains" },
  { dashboard: "modern", upholstery: "grey", manual: true, scene: "yard" },
  { dashboard: "modern", upholstery: "black", manual: false, scene: "town" },
  { dashboard: "modern", upholstery: "cognac", manual: false, scene: "mountains" },
  { dashboard: "electric", upholstery: "cream", manual: false, scene: "meadow" },
];

const cabinViews = ["cabin", "cockpit"] as const;

export const carDrawingKey = (photoSet: PhotoSet, view: CarView): string =>
  `${photoSet.body}-${photoSet.paint}-${view}`;
export const cabinDrawingKey = (cabin: Cabin, view: (typeof cabinViews)[number]): string =>
  `${view}-${cabin.dashboard}-${cabin.upholstery}-${cabin.manual ? "manual" : "automatic"}`;

/** Every picture of the demo data, always the same ones in the same order. */
export function drawingPool(): PoolDrawing[] {
  const cars = photoSets.flatMap((photoSet, i) =>
    photoSet.views.map((view): PoolDrawing => {
      const { body, paint, scene, wheels, finish, mirrored } = photoSet;
      const drawing: CarDrawing = { body, view, paint, scene, wheels, finish, mirrored, seed: 31 * i + 7 };
      return { key: carDrawingKey(photoSet, view), draw: () => drawCar(drawing) };
    }),
  );
  const interiors = cabins.flatMap((cabin, i) =>
    cabinViews.map((view): PoolDrawing => ({
      key: cabinDrawingKey(cabin, view),
      draw: () => drawInterior({ ...cabin, view, seed: 17 * i + 3 }),
    })),
  );
  return [...cars, ...interiors];
}
