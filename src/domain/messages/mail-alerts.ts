import { formatNumber } from "#domain/format/format.ts";

/** Words of a mail that shows cars. */
export interface AlertWords {
  readonly subject: string;
  readonly lead: string;
  /** The link below the cars: to all of them, or to the car's page. */
  readonly action: string;
  /** Why the person gets this mail, and how to unsubscribe. */
  readonly why: string;
  readonly unsubscribe: string;
}

const unsubscribe = "Mos më shkruani më për këtë";

/** Texts of the mails about saved searches and followed prices. */
export const alertMails = {
  /** `car` is the name if there is only one. */
  newCars: (site: string, search: string, count: number, car: string | null): AlertWords => ({
    subject: car === null ? `${formatNumber(count)} vetura të reja: ${search}` : `Veturë e re: ${car}`,
    lead:
      car === null
        ? `Dolën ${formatNumber(count)} vetura që i përgjigjen kërkimit tuaj «${search}».`
        : `Doli një veturë që i përgjigjet kërkimit tuaj «${search}».`,
    action: "Shikoni të gjitha rezultatet",
    why: `Këtë email e morët sepse në ${site} keni ruajtur kërkimin «${search}». Te profili mund ta ndryshoni sa shpesh ju shkruajmë.`,
    unsubscribe,
  }),
  more: (count: number) =>
    count === 1
      ? "Edhe 1 veturë tjetër është te rezultatet."
      : `Edhe ${formatNumber(count)} vetura të tjera janë te rezultatet.`,
  priceDropped: (site: string, car: string, price: string): AlertWords => ({
    subject: `Çmimi u ul: ${car} tani ${price}`,
    lead: "Vetura që po ndiqni tani kushton më pak.",
    action: "Shikoni veturën",
    why: `Këtë email e morët sepse në ${site} po e ndiqni çmimin e kësaj veture.`,
    unsubscribe,
  }),
  before: (price: string) => `më parë ${price}`,
  cheaper: (amount: string) => `${amount} më lirë`,
  photoOf: (car: string) => `Foto e veturës ${car}`,
} as const;
