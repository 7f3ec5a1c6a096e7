import { priceBandLabels } from "./prices.ts";
import { equipmentLabels, equipmentMessages } from "./equipment.ts";
import { carTypeLabels } from "./car-types.ts";
import { formatEngineSize, formatEuro, formatKm, formatPower } from "#domain/format/format.ts";

/** Labels of the search fields and their values (domain/search/search-fields.ts). */
export const searchFieldMessages = {
  brand: { label: "Marka" },
  model: { label: "Modeli" },
  type: { label: "Lloji", values: carTypeLabels },
  fuel: { label: "Karburanti" },
  origin: { label: "Prejardhja" },
  location: { label: "Lokacioni" },
  transmission: { label: "Transmisioni" },
  condition: { label: "Gjendja" },
  customsPaid: { label: "Dogana", values: { true: "E doganuar", false: "Pa doganë" } },
  color: { label: "Ngjyra" },
  doors: { label: "Dyert" },
  equipment: { label: equipmentMessages.heading, values: equipmentLabels },
  recommended: { label: "Vetëm të rekomanduarat", inName: "E rekomanduar" },
  confirmed: {
    label: "Konfirmuar nga shitësi",
    choice: (days: number) => `Brenda ${days} ditësh`,
    within: (days: number) => `Konfirmuar brenda ${days} ditësh`,
  },
  near: {
    label: "Largësia",
    choice: formatKm,
    within: (km: number) => `Deri ${formatKm(km)} nga ju`,
  },
  price: {
    label: "Çmimi (€)",
    value: formatEuro,
    from: (price: number) => `nga ${formatEuro(price)}`,
    to: (price: number) => `deri në ${formatEuro(price)}`,
  },
  totalPrice: {
    label: "Çmimi me targa (€)",
    hint: "Ku dogana nuk është paguar: çmimi me doganën, akcizën, TVSH-në dhe taksat që dihen.",
    value: formatEuro,
    chip: (range: string) => `Me targa ${range}`,
    from: (price: number) => `me targa nga ${formatEuro(price)}`,
    to: (price: number) => `me targa deri në ${formatEuro(price)}`,
  },
  year: {
    label: "Viti",
    value: String,
    chip: (range: string) => `Viti ${range}`,
    from: (year: number) => `nga viti ${year}`,
    to: (year: number) => `deri në vitin ${year}`,
  },
  mileage: {
    label: "Kilometrat",
    value: formatKm,
    from: (mileage: number) => `nga ${formatKm(mileage)}`,
    to: (mileage: number) => `deri në ${formatKm(mileage)}`,
  },
  seats: {
    label: "Ulëse",
    value: String,
    chip: (range: string) => `Ulëse: ${range}`,
    from: (seats: number) => `nga ${seats} ulëse`,
    to: (seats: number) => `deri në ${seats} ulëse`,
  },
  power: {
    label: "Fuqia (kW)",
    value: formatPower,
    from: (kilowatts: number) => `nga ${formatPower(kilowatts)}`,
    to: (kilowatts: number) => `deri në ${formatPower(kilowatts)}`,
  },
  priceBand: {
    label: "Krahasuar me tregun",
    values: priceBandLabels,
  },
  engineSize: {
    label: "Motori (cm³)",
    value: formatEngineSize,
    from: (cm3: number) => `nga ${formatEngineSize(cm3)}`,
    to: (cm3: number) => `deri në ${formatEngineSize(cm3)}`,
  },
} as const;

export const searchRangeMessages = {
  from: (value: string) => `nga ${value}`,
  to: (value: string) => `deri ${value}`,
  both: (from: string, to: string) => `${from} – ${to}`,
} as const;

/** The orders of the results. */
export const searchOrderMessages = {
  standard: "Të rekomanduara",
  price_asc: "Çmimi: nga më i ulëti",
  price_desc: "Çmimi: nga më i larti",
  year_desc: "Viti: nga më i riu",
  year_asc: "Viti: nga më i vjetri",
  mileage_asc: "Kilometrat: nga më të paktat",
  mileage_desc: "Kilometrat: nga më të shumtat",
  createdAt_desc: "Më të rejat",
} as const;
