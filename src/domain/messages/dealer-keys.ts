import { type KeyScope, keyLimits } from "#domain/dealers/dealer-keys.ts";
import type { MailText } from "./mail.ts";

const scopes: Readonly<Record<KeyScope, string>> = {
  stock: "Stoku: importimet, eksporti dhe veturat tuaja",
  statistics: "Statistikat: shifrat dhe raporti i stokut",
};

/** Texts of dealers' API keys (specification.md#dealer-keys). */
export const dealerKeyMessages = {
  nameRequired: "Shkruani një emër, që ta dini cili program e përdor çelësin",
  nameTooLong: `Emri i çelësit mund të ketë më së shumti ${keyLimits.maxName} shkronja`,
  scopesRequired: "Zgjidhni të paktën një leje",
  scopeUnknown: "Kjo leje nuk ekziston",
  scopeRepeated: "Zgjidhni secilën leje vetëm një herë",
  notFound: "Çelësi nuk u gjet",
  full: `Keni ${keyLimits.maxKeys} çelësa. Mbylleni njërin para se të krijoni një të ri.`,
  scopeMissing: "Ky çelës nuk e lejon këtë thirrje",
  lapsed: "Abonimi juaj ka skaduar, prandaj çelësi nuk hap asgjë",

  /** After a new password. */
  goOn: (count: number) =>
    count === 1
      ? "1 çelës i programeve tuaja vazhdon të punojë me llogarinë."
      : `${count} çelësa të programeve tuaja vazhdojnë të punojnë me llogarinë.`,
  /** Beside the devices on which the account is open. */
  outlast: (count: number) =>
    count === 1
      ? "1 çelës i programeve tuaja punon edhe pasi të dilni nga pajisjet ose ta ndërroni fjalëkalimin."
      : `${count} çelësa të programeve tuaja punojnë edhe pasi të dilni nga pajisjet ose ta ndërroni fjalëkalimin.`,

  title: "Çelësat",
  intro:
    "Me një çelës programi juaj e përdor faqen pa fjalëkalimin tuaj: dërgon stokun, ndryshon vetura dhe lexon statistikat.",
  docs: "Përshkrimi i API-së",
  loadFailed: "Çelësat nuk u lexuan. Provoni përsëri.",
  scopes,

  form: {
    heading: "Çelës i ri",
    name: "Emri",
    nameHint: "P.sh. emri i programit që do ta përdorë.",
    scopes: "Çfarë lejon",
    create: "Krijo çelësin",
    createFailed: "Çelësi nuk u krijua. Provoni përsëri.",
  },
  made: {
    heading: (name: string) => `Çelësi «${name}» u krijua`,
    once: "Kopjojeni tani: më vonë nuk shfaqet më askund. Ruajeni si një fjalëkalim.",
    label: "Çelësi",
    copy: "Kopjo",
    copied: "Çelësi u kopjua.",
    copyFailed: "Çelësi nuk u kopjua. Shënojeni dhe kopjojeni vetë.",
    done: "E ruajta",
  },
  list: {
    heading: "Çelësat tuaj",
    empty: "Nuk keni asnjë çelës.",
    created: (day: string) => `Krijuar më ${day}`,
    used: (day: string) => `Përdorur së fundi më ${day}`,
    unused: "Ende i papërdorur",
    end: "Mbylle",
    endLabel: (name: string) => `Mbylle çelësin «${name}»`,
  },
  end: {
    title: (name: string) => `Ta mbyllim çelësin «${name}»?`,
    text: "Programi që e përdor nuk hyn më, që nga thirrja e radhës. Çelësi nuk mund të hapet përsëri.",
    confirm: "Mbylle çelësin",
    cancel: "Anulo",
    ended: "Çelësi u mbyll.",
    failed: "Çelësi nuk u mbyll. Provoni përsëri.",
  },

  madeMail: (site: string, name: string, allowed: readonly KeyScope[]): MailText => ({
    subject: `Një çelës i ri në llogarinë tuaj në ${site}`,
    before: [
      `Në llogarinë tuaj u krijua çelësi «${name}». Me të një program vepron në emrin tuaj, pa fjalëkalim.`,
    ],
    rows: allowed.map((scope) => ["Lejon", scopes[scope]] as const),
    action: "Shikoni çelësat",
    after: [
      "Nëse nuk e keni krijuar ju, mbylleni çelësin menjëherë, ndërroni fjalëkalimin dhe dilni nga të gjitha pajisjet.",
    ],
  }),
  endedMail: (site: string, name: string): MailText => ({
    subject: `Një çelës u mbyll në llogarinë tuaj në ${site}`,
    before: [`Çelësi «${name}» u mbyll. Programi që e përdorte nuk hyn më në llogarinë tuaj.`],
    action: "Shikoni çelësat",
    after: ["Nëse nuk e keni mbyllur ju, ndërroni fjalëkalimin dhe dilni nga të gjitha pajisjet."],
  }),
} as const;
