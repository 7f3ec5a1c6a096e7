import { formatEuro, formatNumber } from "#domain/format/format.ts";
import type { PriceReason } from "#domain/cars/price-bands.ts";

import { priceBandLabels } from "./prices.ts";

/** What such cars are offered for. These are asking prices, so never "shiten". */
export const priceMessages = {
  bands: priceBandLabels,
  heading: "Çmimi në treg",
  range: (low: number, high: number) => `Vetura të tilla ofrohen për ${euroRange(low, high)}`,
  rangeNote: "8 nga 10 vetura të tilla ofrohen brenda këtyre kufijve.",
  tooCheap:
    "Çmimi është shumë më i ulët se i veturave të ngjashme. Pyesni pse, shiheni veturën vetë dhe mos paguani asgjë paraprakisht.",
  why: (price: number) => `Pse ${formatEuro(price)}?`,
  whyIntro: "Kështu llogaritet çmimi i zakonshëm i kërkuar për një veturë si kjo:",
  stepsCaption: "Nga vetura mesatare te kjo veturë",
  step: "Hapi",
  euro: "Euro",
  estimate: "Çmimi i zakonshëm",
  asked: "Çmimi i kërkuar",
  limitsCaption: "Kufijtë e vlerësimit për këtë veturë",
  limits: {
    far_below: (p10: number) => `nën ${formatEuro(p10)}`,
    between: (from: number, to: number) => `${formatEuro(from)} – ${formatEuro(to)}`,
    far_above: (p90: number) => `mbi ${formatEuro(p90)}`,
  },
  comparablesHeading: (count: number) =>
    count === 1 ? "Krahasuar me një shpallje" : `Krahasuar me ${count} shpalljet më të afërta`,
  comparablesCaption: "Shpalljet më të afërta sipas vitit dhe kilometrave",
  chart: "Çmimi sipas kilometrave: kjo veturë dhe shpalljet më të afërta. Të njëjtat shifra janë në tabelë.",
  thisCar: "Kjo veturë",
  columns: { car: "Vetura", mileage: "Kilometra", price: "Çmimi", state: "Statusi" },
  states: { active: "në shitje", sold: "e shitur", gone: "e hequr" },
  asOf: (day: string) => `Llogaritur më ${day} nga shpalljet e 180 ditëve të fundit.`,
  loading: "Po krahasohet çmimi",
  failed: "Krahasimi i çmimit nuk u ngarkua.",
  retry: "Provo përsëri",
  reasons: {
    few_data: "Ka pak shpallje të ngjashme për ta vlerësuar këtë çmim.",
    new_car: "Veturat e reja nuk krahasohen me të përdorurat.",
    damaged: "Veturat e dëmtuara nuk krahasohen me të tjerat.",
    recently_edited: "Shpallja u ndryshua tani; vlerësimi shfaqet brenda 15 minutash.",
    unknown_model: "Për këtë model nuk ka shpallje me të cilat të krahasohet.",
  } satisfies Record<PriceReason, string>,

  advice: {
    open: "Krahaso çmimin tim",
    close: "Mbylle krahasimin",
    lower: (euro: number, band: string) => `Me ${formatEuro(euro)} më pak: ${band}`,
    fair: "Çmimi juaj është brenda kufirit.",
  },
} as const;

/** "5.500–7.400 €", whole: a word joiner after the dash, a no-break space before the sign. */
export function euroRange(low: number, high: number): string {
  return `${formatNumber(low)}–\u2060${formatNumber(high)}\u00A0€`;
}
