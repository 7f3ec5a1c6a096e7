import {
  cabinPictureKey,
  cabins,
  carPictureKey,
  colorOfPaint,
  photoSets,
  type BodyName,
} from "./picture-pool.ts";
import type { DemoCar } from "./demo-data.ts";

export interface DemoPictures {
  /** Keys of the pool's pictures, the main one first. */
  keys: readonly string[];
  /** Their colour. */
  color: string;
}

const bodiesByModel: readonly (readonly [body: BodyName, models: readonly string[]])[] = [
  ["executive", ["E-Class", "S-Class", "5 Series", "A6", "A8", "Superb", "Ghibli", "Passat"]],
  ["arcSaloon", ["Model S", "Model 3", "2", "Polestar 2", "Seal"]],
  ["fastback", ["A7", "A5", "Arteon", "CLA", "CLS", "Passat CC", "508"]],
  [
    "supermini",
    [
      "Polo",
      "208",
      "207",
      "Clio",
      "Yaris",
      "Corsa",
      "Fabia",
      "Fiesta",
      "Ibiza",
      "Punto",
      "500",
      "Swift",
      "Micra",
      "C3",
      "Rio",
      "Sandero",
    ],
  ],
  ["electricHatch", ["Leaf", "001"]],
  [
    "bigSuv",
    [
      "Q7",
      "Q8",
      "X5",
      "Touareg",
      "Cayenne",
      "ML",
      "Land Cruiser",
      "Kodiaq",
      "Tiguan Allspace",
      "Santa Fe",
      "ID.6",
      "RX",
    ],
  ],
  [
    "crossover",
    [
      "T-Roc",
      "Captur",
      "Mokka",
      "Q3",
      "X1",
      "X6",
      "Formentor",
      "Atto 3",
      "Model Y",
      "ID.4",
      "e-tron",
      "Range Rover Evoque",
      "5",
      "Renegade",
      "F-Pace",
    ],
  ],
  [
    "bigWagon",
    ["Passat Variant", "A6", "E-Class", "5 Series", "Superb Combi", "508", "Mondeo", "A4", "Vectra", "159"],
  ],
  ["transporter", ["Transporter", "Vito", "Sprinter", "Daily"]],
];

/** The possible bodies of a type, the usual one first. A four-door coupé is sold as a saloon too. */
const bodiesOfType: Record<DemoCar["type"], readonly BodyName[]> = {
  Sedan: ["sedan", "executive", "arcSaloon", "fastback"],
  Hatchback: ["hatchback", "supermini", "electricHatch"],
  SUV: ["suv", "bigSuv", "crossover"],
  Wagon: ["wagon", "bigWagon"],
  Coupe: ["coupe", "fastback"],
  Convertible: ["convertible"],
  Van: ["van", "transporter"],
  Pickup: ["pickup"],
};

function bodyOf(car: DemoCar): BodyName {
  const fitting = bodiesByModel.find(
    ([body, models]) => bodiesOfType[car.type].includes(body) && models.includes(car.model),
  );
  const body = fitting?.[0] ?? bodiesOfType[car.type][0];
  if (body === undefined) throw new Error(`no body for the type ${car.type}`);
  return body;
}

/** Assigns the pool's pictures to the cars in turn, so that neighbours in a list look different. */
export function dealPictures(cars: readonly DemoCar[]): DemoPictures[] {
  const turns = new Map<string, number>();
  const turn = (of: string): number => {
    const now = turns.get(of) ?? 0;
    turns.set(of, now + 1);
    return now;
  };
  return cars.map((car) => {
    const body = bodyOf(car);
    const sets = photoSets.filter((photoSet) => photoSet.body === body);
    const n = turn(body);
    const photoSet = sets[n % sets.length];
    if (photoSet === undefined) throw new Error(`no pictures of the body ${body}`);
    // Most sellers show the front corner first, some the side.
    const [first, second] = Math.floor(n / sets.length) % 3 === 1 ? ["side", "front"] : ["front", "side"];
    const views = [first, second, ...photoSet.views.filter((view) => view !== "front" && view !== "side")];
    const dashboard = car.fuel === "Elektrik" ? "electric" : car.year < 2016 ? "classic" : "modern";
    const manual = dashboard !== "electric" && car.transmission === "Manual";
    const fitting = cabins.filter((cabin) => cabin.dashboard === dashboard && cabin.manual === manual);
    const m = turn(`${dashboard} ${manual}`);
    const cabin = fitting[m % fitting.length];
    if (cabin === undefined) throw new Error(`no picture of a ${dashboard} cabin`);
    const inside = m % 3 === 0 ? (["cabin"] as const) : (["cabin", "cockpit"] as const);
    return {
      keys: [
        ...views.flatMap((view) =>
          photoSet.views.filter((known) => known === view).map((known) => carPictureKey(photoSet, known)),
        ),
        ...inside.map((view) => cabinPictureKey(cabin, view)),
      ],
      color: colorOfPaint[photoSet.paint],
    };
  });
}
