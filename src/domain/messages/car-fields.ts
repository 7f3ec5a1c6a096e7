import { type CarFieldName, carFieldTable } from "#domain/cars/car-fields.ts";
import { formatEngineSize, formatEuro, formatKm, formatMonth, formatPower } from "#domain/format/format.ts";
import { carTypeLabels } from "./car-types.ts";
import { carMessages } from "./car.ts";
import { equipmentLabels, equipmentMessages } from "./equipment.ts";

/** A fact's labels: in the form, and if different, on the car's page or in a comparison. */
export interface CarFieldText {
  readonly label: string;
  readonly page?: string;
  readonly compare?: string;
  /** A figure with its unit. */
  readonly read?: (value: number) => string;
  /** The unit beside the form's field. */
  readonly unit?: string;
  /** Labels of the values, if they differ from the values. */
  readonly values?: Readonly<Record<string, string>>;
  readonly yes?: string;
  readonly no?: string;
  /** Message for an invalid value. */
  readonly invalid?: string;
}

/** Texts of the facts in domain/cars/car-fields.ts. */
export const carFieldTexts: Readonly<Record<CarFieldName, CarFieldText>> = {
  brand: { label: "Marka" },
  model: { label: "Modeli" },
  year: { label: "Viti", read: String },
  mileage: {
    label: "Kilometrazha",
    page: "Kilometra të kaluara",
    compare: "Kilometra",
    read: formatKm,
    unit: "km",
  },
  price: { label: "Çmimi", read: formatEuro, unit: "€" },
  fuel: { label: "Karburanti" },
  transmission: { label: "Transmisioni" },
  type: { label: "Tipi", page: "Kategoria", compare: "Lloji", values: carTypeLabels },
  color: { label: "Ngjyra" },
  power: { label: "Fuqia", read: formatPower, unit: "kW", invalid: carMessages.powerInvalid },
  engineSize: {
    label: "Vëllimi i motorit",
    page: "Motori",
    compare: "Motori",
    read: formatEngineSize,
    unit: "cm³",
    invalid: carMessages.engineSizeInvalid,
  },
  doors: { label: "Dyert", invalid: carMessages.doorsInvalid },
  seats: { label: "Ulëse", read: String, invalid: carMessages.seatsInvalid },
  origin: { label: "Prejardhja" },
  condition: { label: "Gjendja" },
  customsPaid: { label: "Dogana", yes: carMessages.customsPaid, no: carMessages.customsNotPaid },
  registeredUntil: {
    label: "E regjistruar deri më",
    page: "Regjistruar deri më",
    compare: "Regjistruar deri",
    invalid: carMessages.registeredUntilInvalid,
  },
  firstRegistration: { label: "Regjistrimi i parë", invalid: carMessages.firstRegistrationInvalid },
  negotiable: { label: "Çmimi diskutohet", yes: "Po", no: "Jo, çmimi është fiks" },
  location: { label: "Lokacioni" },
  description: { label: "Përshkrimi" },
  equipment: { label: equipmentMessages.heading, values: equipmentLabels },
  reference: { label: "Referenca" },
};

/** A fact's text; null if unknown. */
export function factText(
  name: CarFieldName,
  value: string | number | boolean | readonly string[] | null | undefined,
): string | null {
  if (value === null || value === undefined || value === "") return null;
  const { read = String, values, yes, no } = carFieldTexts[name];
  const labelOf = (one: string) => values?.[one] ?? one;
  if (typeof value === "boolean") return (value ? yes : no) ?? null;
  if (typeof value === "number") return read(value);
  if (typeof value === "string")
    return carFieldTable[name].kind === "month" ? formatMonth(value) : labelOf(value);
  return value.map(labelOf).join(", ");
}
