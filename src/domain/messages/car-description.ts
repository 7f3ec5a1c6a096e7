import { formatEngineSize, formatKm, formatNumber } from "#domain/format/format.ts";

/** Input of the text; all but the optional facts are required fields of a car. */
export interface DescribedCar {
  brand: string;
  model: string;
  year: number;
  type: string;
  mileage: number;
  fuel: string;
  transmission: string;
  location: string;
  origin?: string | null | undefined;
  condition?: string | null | undefined;
  customsPaid?: boolean | null | undefined;
  registeredUntil?: string | null | undefined;
  engineSize?: number | null | undefined;
  power?: number | null | undefined;
  color?: string | null | undefined;
  negotiable?: boolean | null | undefined;
}

const fuelPhrase: Record<string, string> = {
  Benzinë: "me benzinë",
  Diesel: "dizel",
  Hybrid: "hibrid",
  Elektrik: "elektrik",
  GPL: "me gaz (GPL)",
};

const originPhrase: Record<string, string> = {
  Evropë: "Vetura vjen nga Evropa",
  Koreja: "Vetura vjen nga Koreja",
  Japoni: "Vetura vjen nga Japonia",
  Amerika: "Vetura vjen nga Amerika",
  Kinë: "Vetura vjen nga Kina",
};

const conditionPhrase: Record<string, string> = {
  "E re": "është e re",
  "Shumë e mirë": "është në gjendje shumë të mirë",
  "E mirë": "është në gjendje të mirë",
  "E kënaqshme": "është në gjendje të kënaqshme",
};

/** A natural Albanian description for a car without one (specification.md#validation). */
export function describeCar(car: DescribedCar): string {
  const engine = [
    fuelPhrase[car.fuel] ?? car.fuel,
    car.engineSize ? formatEngineSize(car.engineSize) : "",
    car.power ? `${formatNumber(car.power)} kW` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
  const gearbox = car.transmission === "Automatik" ? "ndërrues automatik" : "ndërrues manual";
  const distance = car.mileage === 0 ? "ende e papërdorur" : `me ${formatKm(car.mileage)} të kaluara`;
  const sentences = [`Shitet ${car.brand} ${car.model}, viti ${car.year}, ${distance}.`];
  sentences.push(`Motori është ${engine}, me ${gearbox}.`);

  const condition = car.condition ? conditionPhrase[car.condition] : undefined;
  const origin = car.origin ? originPhrase[car.origin] : undefined;
  if (origin && condition) sentences.push(`${origin} dhe ${condition}.`);
  else if (origin) sentences.push(`${origin}.`);
  else if (condition) sentences.push(`Vetura ${condition}.`);

  if (car.customsPaid === true) sentences.push("Është e doganuar.");
  if (car.customsPaid === false) sentences.push("Shitet pa doganë.");
  if (car.registeredUntil) {
    const [year = "", month = ""] = car.registeredUntil.split("-");
    sentences.push(`Regjistrimi vlen deri në ${month}/${year}.`);
  }
  sentences.push(
    car.negotiable === true
      ? `Gjendet në ${car.location}; për çmimin mund të merremi vesh.`
      : `Gjendet në ${car.location}.`,
  );
  return sentences.join(" ");
}
