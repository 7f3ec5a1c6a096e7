import { readFileSync } from "node:fs";
import { z } from "zod";
import { inEquipmentOrder } from "#domain/cars/equipment.ts";
import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";

const number = z.string().min(1).transform(Number).pipe(z.number());
const optionalNumber = z.string().transform((text) => (text === "" ? null : Number(text)));
const yesOrNo = z
  .enum(["yes", "no", ""])
  .transform((text) => (text === "yes" ? true : text === "no" ? false : null));
const optionalText = z.string().transform((text) => (text === "" ? null : text));

const sellerRow = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** E.164; no subscriber number in Kosovo begins with 0, so none of them exists. */
  phone: z.string(),
  town: z.string(),
  /** Only dealers have one. */
  businessName: optionalText,
  businessAddress: optionalText,
  website: optionalText,
});
export type DemoSeller = z.infer<typeof sellerRow>;

const carRow = z.object({
  brand: z.string(),
  model: z.string(),
  year: number,
  type: z.enum(carTypes),
  price: number,
  mileage: number,
  fuel: z.enum(fuels),
  origin: z.enum(origins),
  transmission: z.enum(transmissions),
  condition: z.enum(conditions),
  location: z.string(),
  /** Row of the seller, from 0. */
  seller: number,
  /** Days before the seeding when it was published. */
  daysAgo: number,
  state: z.enum(["active", "sold", "archived"]),
  sponsorshipDays: number,
  engineSize: optionalNumber,
  power: optionalNumber,
  customsPaid: yesOrNo,
  /** Months of registration from the seeding. */
  registeredMonths: optionalNumber,
  negotiable: yesOrNo,
  /** Keys separated by |. */
  equipment: z.string().transform((text) => inEquipmentOrder(text.split("|"))),
  description: z.string().min(1),
});
export type DemoCar = z.infer<typeof carRow>;

/** The seller of row 0 is the demo's plain user, with a car in every state. */
export const plainSeller = 0;

/** The invented cars and their sellers, in a fixed order, oldest car first. */
export function readDemoData(): { sellers: readonly DemoSeller[]; cars: readonly DemoCar[] } {
  return {
    sellers: z.array(sellerRow).parse(readTable("sellers.tsv")),
    cars: z.array(carRow).parse(readTable("cars.tsv")),
  };
}

const folder = new URL("../../../demo/", import.meta.url);

function readTable(file: string): Record<string, string>[] {
  const [header = "", ...lines] = readFileSync(new URL(file, folder), "utf8").trimEnd().split("\n");
  const names = header.split("\t");
  return lines.map((line) => {
    const values = line.split("\t");
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
  });
}
