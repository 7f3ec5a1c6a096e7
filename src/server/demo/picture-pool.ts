import type { CarColor } from "#domain/cars/car-colors.ts";

/** The drawn bodies; each is used for cars of its shape, of any brand. */
export type BodyName =
  | "sedan"
  | "executive"
  | "arcSaloon"
  | "fastback"
  | "hatchback"
  | "supermini"
  | "electricHatch"
  | "suv"
  | "bigSuv"
  | "crossover"
  | "wagon"
  | "bigWagon"
  | "coupe"
  | "convertible"
  | "van"
  | "transporter"
  | "pickup";

/** Sellers' names of the paints. */
export const colorOfPaint = {
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
} as const satisfies Record<string, CarColor>;

type PaintName = keyof typeof colorOfPaint;
type CarView = "front" | "side" | "rear" | "nose" | "wheel";

/** One drawn car: the same body and paint at one place, from several sides. */
export interface PhotoSet {
  readonly body: BodyName;
  readonly paint: PaintName;
  readonly views: readonly CarView[];
}

function set(body: BodyName, paint: PaintName, ...more: readonly CarView[]): PhotoSet {
  return { body, paint, views: ["front", "side", "rear", ...more] };
}

/** Mostly white, black, grey and silver, like real cars. */
export const photoSets: readonly PhotoSet[] = [
  set("sedan", "silver", "wheel"),
  set("sedan", "black", "nose"),
  set("sedan", "white"),
  set("sedan", "blue"),
  set("executive", "black", "nose"),
  set("executive", "graphite"),
  set("executive", "white"),
  set("arcSaloon", "red"),
  set("fastback", "grey"),
  set("fastback", "black", "wheel"),
  set("fastback", "white"),
  set("hatchback", "white", "nose"),
  set("hatchback", "grey"),
  set("hatchback", "red"),
  set("hatchback", "black"),
  set("supermini", "silver"),
  set("supermini", "orange"),
  set("supermini", "white"),
  set("electricHatch", "blue"),
  set("suv", "graphite", "nose"),
  set("suv", "white"),
  set("suv", "brown"),
  set("bigSuv", "black", "wheel"),
  set("bigSuv", "silver"),
  set("crossover", "red"),
  set("crossover", "grey"),
  set("wagon", "navy", "nose"),
  set("wagon", "silver"),
  set("bigWagon", "black"),
  set("bigWagon", "grey"),
  set("coupe", "blue"),
  set("convertible", "red"),
  set("van", "beige"),
  set("transporter", "white"),
  set("pickup", "green"),
];

/** One drawn interior. */
export interface Cabin {
  readonly dashboard: "classic" | "modern" | "electric";
  readonly upholstery: "black" | "grey" | "cream" | "cognac";
  readonly manual: boolean;
}

export const cabins: readonly Cabin[] = [
  { dashboard: "classic", upholstery: "black", manual: true },
  { dashboard: "classic", upholstery: "grey", manual: true },
  { dashboard: "classic", upholstery: "black", manual: false },
  { dashboard: "classic", upholstery: "cream", manual: false },
  { dashboard: "modern", upholstery: "grey", manual: true },
  { dashboard: "modern", upholstery: "black", manual: false },
  { dashboard: "modern", upholstery: "cognac", manual: false },
  { dashboard: "electric", upholstery: "cream", manual: false },
];

const cabinViews = ["cabin", "cockpit"] as const;

export const carPictureKey = (photoSet: PhotoSet, view: CarView): string =>
  `${photoSet.body}-${photoSet.paint}-${view}`;
export const cabinPictureKey = (cabin: Cabin, view: (typeof cabinViews)[number]): string =>
  `${view}-${cabin.dashboard}-${cabin.upholstery}-${cabin.manual ? "manual" : "automatic"}`;

/** The names of all pictures of the demo, in a fixed order. */
export const pictureKeys: readonly string[] = [
  ...photoSets.flatMap((photoSet) => photoSet.views.map((view) => carPictureKey(photoSet, view))),
  ...cabins.flatMap((cabin) => cabinViews.map((view) => cabinPictureKey(cabin, view))),
];

/** The demo has this picture twice: as `copy` it is on two sellers' cars only, a case for the review. */
export const copiedPicture = { key: "executive-white-front", copy: "executive-white-front, copied" } as const;

/** A picture's file. */
export function pictureFile(key: string): URL {
  return new URL(`${key}.webp`, new URL("../../../demo/pictures/", import.meta.url));
}
