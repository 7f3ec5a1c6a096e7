import { adminLimits } from "#domain/admin/admin-limits.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";

/** Facts in a social media post about a car. */
export interface SocialPostFacts {
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  /** Whole EUR. */
  readonly price: number;
  readonly mileage: number;
  readonly fuel: string;
  readonly transmission: string;
  readonly location: string;
  readonly number: number;
  readonly link: string;
}

function hashtag(words: string): string {
  const letters = words.normalize("NFKD").replaceAll(/[^\p{L}\p{N}]/gu, "");
  return letters === "" ? "" : `#${letters}`;
}

/** Texts of the admin calls; the pages' texts are in admin-pages.ts. */
export const adminMessages = {
  searchTooLong: `Kërkimi mund të ketë deri në ${adminLimits.maxSearch} karaktere`,
  reasonTooLong: `Arsyeja mund të ketë deri në ${adminLimits.maxReason} karaktere`,
  reasonRequired: "Shkruani arsyen: personit i dërgohet me email",
  suspendedNoAdmin: "Kjo llogari është pezulluar. Hiqeni së pari pezullimin.",
  idsRequired: "Zgjidhni të paktën një rresht",
  idsTooMany: `Mund të fshini deri në ${adminLimits.maxBulk} rreshta njëherësh`,
  dayInvalid: "Data duhet të shkruhet si VVVV-MM-DD",
  daysTooMany: `Periudha mund të ketë deri në ${adminLimits.maxChartDays} ditë`,
  daysReversed: "Data e fillimit duhet të jetë para datës së mbarimit",
  userNotFound: "Përdoruesi nuk u gjet. Ndoshta është fshirë tashmë.",
  adminProtected: "Administratorët nuk mund të ndryshohen ose të fshihen këtu",
  subscriptionRuns: "Ky përdorues ka abonim aktiv si autosallon. Abonimi duhet të përfundojë së pari.",
  modelNotFound: "Propozimi nuk u gjet. Ndoshta është shqyrtuar tashmë.",
  modelExists: "Kjo markë e ka tashmë një model me këtë emër. Bashkojeni me të.",
  mergeTargetUnknown: "Modeli me të cilin doni ta bashkoni nuk gjendet në katalog",
  reportNotFound: "Raportimi nuk u gjet",
  reportDecided: "Ky raportim është shqyrtuar tashmë",
  reportCarGone: "Vetura e këtij raportimi është fshirë",
  verificationNotFound: "Kërkesa për verifikim nuk u gjet, ose dokumenti është fshirë",
  verificationDecided: "Kjo kërkesë për verifikim është shqyrtuar tashmë",
  postNotFound: "Ky postim nuk u gjet. Ndoshta vetura është fshirë.",
  jobNotFound: "Kjo punë nuk është më në radhë",

  /** The export's file names and columns. */
  export: {
    usersFile: "perdoruesit",
    carsFile: "veturat",
    userColumns: ["Emri", "Mbiemri", "Email", "Telefon", "Vetura", "Statusi", "Data e regjistrimit", "ID"],
    carColumns: [
      "Numri",
      "Marka",
      "Modeli",
      "Viti",
      "Çmimi (€)",
      "Kilometrazhi",
      "Lloji i Karburantit",
      "Lloji i Veturës",
      "Lokacioni",
      "Pronari",
      "Email-i i pronarit",
      "Statusi",
      "Data",
      "ID",
    ],
    admin: "Admin",
    dealer: "Dealer",
    user: "Përdorues",
    active: "Aktive",
    sold: "E Shitur",
    archived: "E Arkivuar",
    hidden: "E hequr nga publiku",
  },

  /** A car's post for social networks, ready to paste. Price EUR, mileage km. */
  socialPost: (car: SocialPostFacts): string =>
    [
      `🚗 ${car.brand} ${car.model}, ${car.year}`,
      "",
      `💶 Çmimi: ${formatEuro(car.price)}`,
      `📍 ${car.location}`,
      `🛣️ ${formatKm(car.mileage)} • ${car.fuel} • ${car.transmission}`,
      "",
      `Fotot, të dhënat e plota dhe kontakti i shitësit: ${car.link}`,
      `Numri i veturës: ${car.number}`,
      "",
      [hashtag(car.brand), hashtag(`${car.brand} ${car.model}`), hashtag(car.location), "#vetura", "#kosove"]
        .filter((tag) => tag !== "")
        .join(" "),
    ].join("\n"),
} as const;
