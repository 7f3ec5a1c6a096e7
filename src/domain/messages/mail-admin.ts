import type { MailText } from "./mail.ts";

/** A car in a mail to its owner: "Volkswagen Golf, 2016" and "9.900 €". */
export interface CarInMail {
  readonly name: string;
  readonly price: string;
}

/** A changed field: its label, old and new value. */
export type ChangeInMail = readonly [field: string, before: string, after: string];

interface Common {
  readonly site: string;
  /** The admin's reason; null for none. */
  readonly reason: string | null;
  /** The contact address. */
  readonly contactEmail: string;
}

function rowsOf(
  changes: readonly ChangeInMail[],
  { reason }: Common,
): readonly (readonly [string, string])[] {
  const rows = changes.map(([field, before, after]) => [field, `${before} → ${after}`] as const);
  return reason === null ? rows : [...rows, ["Arsyeja", reason] as const];
}

function ending({ contactEmail }: Common): readonly string[] {
  return [`Nëse mendoni se është gabim ose keni pyetje, na shkruani në ${contactEmail}.`];
}

/** Mails to people whose car or account an admin changed, hid, showed or deleted. */
export const adminMails = {
  carChanged: (car: CarInMail, changes: readonly ChangeInMail[], common: Common): MailText => ({
    subject: `Ndryshim në veturën tuaj: ${car.name}`,
    before: [`Administratori i ${common.site} ndryshoi të dhënat e veturës suaj ${car.name}, ${car.price}.`],
    rows: rowsOf(changes, common),
    action: "Shikoni veturën",
    after: ending(common),
  }),
  carHidden: (car: CarInMail, common: Common): MailText => ({
    subject: `Vetura juaj u hoq nga publiku: ${car.name}`,
    before: [
      `Administratori i ${common.site} e hoqi nga publiku veturën tuaj ${car.name}, ${car.price}. Ajo nuk del më në kërkim dhe faqen e saj e shihni vetëm ju.`,
    ],
    rows: rowsOf([], common),
    action: "Shikoni veturën",
    after: ending(common),
  }),
  /** The reason is the question. */
  carAsked: (car: CarInMail, common: Common): MailText => ({
    subject: `Një pyetje për veturën tuaj: ${car.name}`,
    before: [
      `Ekipi i ${common.site} ka një pyetje për veturën tuaj ${car.name}, ${car.price}. Shpallja mbetet në faqe si më parë.`,
    ],
    rows: common.reason === null ? [] : [["Pyetja", common.reason] as const],
    action: "Përgjigjuni te «Shitjet e Mia»",
    after: [
      "Përgjigjen e lexojnë vetëm administratorët. Ju lutemi të përgjigjeni brenda 7 ditëve.",
      ...ending(common),
    ],
  }),
  carShown: (car: CarInMail, common: Common): MailText => ({
    subject: `Vetura juaj shihet përsëri nga publiku: ${car.name}`,
    before: [
      `Administratori i ${common.site} ia ktheu publikut veturën tuaj ${car.name}, ${car.price}. Nëse është aktive, ajo del përsëri në kërkim.`,
    ],
    rows: rowsOf([], common),
    action: "Shikoni veturën",
    after: ending(common),
  }),
  carDeleted: (car: CarInMail, common: Common): MailText => ({
    subject: `Vetura juaj u fshi: ${car.name}`,
    before: [
      `Administratori i ${common.site} e fshiu veturën tuaj ${car.name}, ${car.price}, bashkë me fotot e saj. Fshirja është përfundimtare.`,
    ],
    rows: rowsOf([], common),
    action: "Shikoni veturat tuaja",
    after: ending(common),
  }),
  /** `more`: cars beyond the listed ones. */
  carsDeleted: (cars: readonly CarInMail[], more: number, common: Common): MailText => ({
    subject: `${cars.length + more} vetura tuaja u fshinë`,
    before: [
      `Administratori i ${common.site} i fshiu ${cars.length + more} vetura tuaja, bashkë me fotot e tyre. Fshirja është përfundimtare.`,
    ],
    rows: [
      ...cars.map(({ name, price }) => [name, price] as const),
      ...(more === 0 ? [] : [["Të tjera", String(more)] as const]),
      ...rowsOf([], common),
    ],
    action: "Shikoni veturat tuaja",
    after: ending(common),
  }),
  accountChanged: (changes: readonly ChangeInMail[], common: Common): MailText => ({
    subject: `Ndryshim në llogarinë tuaj në ${common.site}`,
    before: [`Administratori i ${common.site} ndryshoi të dhënat e llogarisë suaj.`],
    rows: rowsOf(changes, common),
    action: "Shikoni llogarinë",
    after: ending(common),
  }),
  accountSuspended: (common: Common): MailText => ({
    subject: `Llogaria juaj në ${common.site} u pezullua`,
    before: [
      `Administratori i ${common.site} e pezulloi llogarinë tuaj. Veturat tuaja nuk i sheh publiku dhe nuk mund të publikoni të tjera.`,
      "Mund të hyni në llogari si më parë. Nëse keni abonim si autosallon, ai nuk paguhet derisa të hiqet pezullimi.",
    ],
    rows: rowsOf([], common),
    action: "Shikoni llogarinë",
    after: ending(common),
  }),
  suspensionLifted: (common: Common): MailText => ({
    subject: `Llogaria juaj në ${common.site} nuk është më e pezulluar`,
    before: [
      `Administratori i ${common.site} e hoqi pezullimin e llogarisë suaj. Veturat tuaja aktive dalin përsëri në kërkim dhe mund të publikoni si më parë.`,
      "Nëse keni abonim si autosallon, ai paguhet përsëri që nga muaji i ardhshëm.",
    ],
    rows: rowsOf([], common),
    action: "Shikoni llogarinë",
    after: ending(common),
  }),
  dealerVerified: (common: Common): MailText => ({
    subject: `Autosalloni juaj në ${common.site} u verifikua`,
    before: [
      "E kontrolluam biznesin tuaj. Nga tani te veturat dhe në faqen tuaj publike del shenja «Autosallon i verifikuar».",
    ],
    action: "Hapni panelin e autosallonit",
    after: ["Nëse ndryshoni emrin, adresën ose numrin fiskal, e kontrollojmë përsëri."],
  }),
  dealerRefused: (common: Common): MailText => ({
    subject: `Autosalloni juaj në ${common.site} nuk u verifikua`,
    before: [
      "Nuk arritëm ta konfirmojmë biznesin tuaj. Shenja «Autosallon» mbetet; verifikimin mund ta kërkoni përsëri në panel, me numrin fiskal ose me një dokument.",
    ],
    rows: rowsOf([], common),
    action: "Hapni panelin e autosallonit",
    after: ending(common),
  }),
  accountDeleted: (common: Common): MailText => ({
    subject: `Llogaria juaj në ${common.site} u fshi`,
    before: [
      `Administratori i ${common.site} e fshiu llogarinë tuaj, bashkë me veturat, fotot dhe kërkimet e ruajtura. Fshirja është përfundimtare.`,
    ],
    rows: rowsOf([], common),
    action: `Hapni ${common.site}`,
    after: ending(common),
  }),
  /** Labels of the changed fields. */
  fields: {
    brand: "Marka",
    model: "Modeli",
    year: "Viti",
    price: "Çmimi",
    mileage: "Kilometrazha",
    location: "Lokacioni",
    fuel: "Lloji i karburantit",
    type: "Lloji i veturës",
    sold: "E shitur",
    firstName: "Emri",
    lastName: "Mbiemri",
    email: "Email-i",
    phone: "Telefoni",
    isDealer: "Autosallon",
    isAdmin: "Administrator",
  },
  yes: "Po",
  no: "Jo",
  nothing: "–",
} as const;
