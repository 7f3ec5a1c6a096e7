import { formatEuro } from "#domain/format/format.ts";

/** /vlera: what a car like the visitor's is offered for. */
export const valuePageMessages = {
  title: "Sa vlen vetura ime?",
  description:
    "Shikoni për sa ofrohen vetura si e juaja në Kosovë: sipas markës, modelit, vitit dhe kilometrave. Falas dhe pa llogari.",
  intro: "Shkruani të dhënat e veturës dhe shihni për sa ofrohen vetura të tilla tani. Falas dhe pa llogari.",
  brand: "Marka",
  model: "Modeli",
  year: "Viti",
  mileage: "Kilometrazha",
  fuel: "Karburanti",
  transmission: "Transmisioni",
  type: "Tipi",
  power: "Fuqia (kW)",
  engineSize: "Motori (cm³)",
  condition: "Gjendja",
  customs: "Dogana",
  customsPaid: "E doganuar",
  customsNotPaid: "Pa doganë",
  choose: "Zgjidhni",
  more: "Më shumë të dhëna, për vlerësim më të saktë",
  submit: "Shiko vlerën",
  resultTitle: (car: string) => `Sa vlen ${car}`,
  usual: "Çmimi i zakonshëm i kërkuar",
  publish: (price: number) => `Publikoje për ${formatEuro(price)}`,
  publishPlain: "Publikoje veturën",
  search: "Shiko vetura të ngjashme",
  failed: "Vlerësimi nuk u krye. Provoni përsëri.",
  none: "Nuk mund të vlerësohet",
} as const;
