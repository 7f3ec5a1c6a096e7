import type { LineKind } from "#domain/tariffs/tariff.ts";

/** Texts of the import tariffs in /admin; loaded only with the dashboard. */
export const adminTariffMessages = {
  list: "Tarifat e doganës",
  intro:
    "Sipas tarifës aktive llogariten kostot deri në targa. Tarifa aktive nuk ndryshohet: bëni një draft prej saj, ndryshoni shifrat dhe aktivizojeni.",
  empty: "Nuk ka asnjë tarifë",
  period: (from: string, to: string | null) => (to === null ? `Nga ${from}` : `${from} – ${to}`),
  statuses: { draft: "Draft", active: "Aktive", over: "E mbyllur" },
  checked: (day: string) => `Kontrolluar më ${day}`,
  builtIn:
    "Kjo tarifë erdhi me faqen: burimin dhe ditën e kontrollit nuk i keni shkruar ju, dhe vetëm dogana e TVSH-ja u lexuan në një burim zyrtar. Para se të mbështeten njerëzit në të, kontrolloni çdo shumë te Dogana e Kosovës dhe aktivizoni tarifën tuaj.",
  stale: (ago: string) => `E kontrolluar për herë të fundit ${ago}. Kontrollojeni përsëri.`,
  openQuestions: ({ unconfirmed, unknown }: { unconfirmed: number; unknown: number }) =>
    [
      ...(unconfirmed > 0
        ? [unconfirmed === 1 ? "1 rresht i pakonfirmuar" : `${unconfirmed} rreshta të pakonfirmuar`]
        : []),
      ...(unknown > 0 ? [unknown === 1 ? "1 shumë nuk dihet" : `${unknown} shuma nuk dihen`] : []),
    ].join(", "),
  named: (action: string, period: string) => `${action}: ${period.toLowerCase()}`,
  edit: "Ndrysho",
  view: "Shiko",
  copy: "Draft i ri prej kësaj",
  copied: "Drafti u krijua",
  copyFailed: "Drafti nuk u krijua",
  back: "Të gjitha tarifat",
  gone: { title: "Tarifa nuk u gjet", text: "Ndoshta lidhja është e vjetër." },
  heading: (status: string, period: string) => `${status}: ${period.toLowerCase()}`,
  readOnly: "Kjo tarifë është aktive dhe nuk mund të ndryshohet.",

  terms: "Vlefshmëria dhe burimi",
  validFrom: "Vlen nga dita",
  validTo: "Vlen deri më",
  validToHint: "E zbrazët: derisa të aktivizohet një tjetër.",
  maxAgeYears: "Mosha më e madhe për import (vjet)",
  title: "Burimi",
  url: "Adresa e burimit",
  checkedOn: "Kontrolluar më",

  lines: "Rreshtat",
  linesHint:
    "Një shumë e zbrazët do të thotë se nuk dihet: shfaqet «nuk dihet» dhe nuk llogaritet. Për një përjashtim shtoni edhe një rresht të njëjtë me kusht.",
  label: "Emri që shohin njerëzit",
  kind: "Lloji i shumës",
  kinds: { percent: "Përqindje", fixed: "Shumë fikse", table: "Tabelë" } satisfies Record<LineKind, string>,
  percent: "Përqindja (%)",
  amount: "Shuma (€)",
  of: "Llogaritet mbi",
  fuel: "Karburanti",
  anyFuel: "Çdo karburant",
  euOrigin: "Origjina",
  anyOrigin: "Çdo origjinë",
  eu: "Nga BE-ja",
  notEu: "Jashtë BE-së",
  certainty: "Siguria",
  certainties: { official: "Zyrtare", unconfirmed: "E pakonfirmuar" },
  table: "Shumat sipas moshës dhe motorit",
  tableHint: "Vlen rreshti i parë që përputhet. Një kufi i zbrazët do të thotë pa kufi.",
  maxAge: "Deri në vjet",
  maxCc: "Deri në cm³",
  addRow: "Shto rresht në tabelë",
  removeRow: (number: number) => `Hiqe rreshtin ${number} të tabelës`,
  removeLine: (name: string) => `Hiqe: ${name}`,
  remove: "Hiqe",
  newLine: "Rreshti i ri",
  addLine: "Shto rreshtin",

  save: "Ruaje draftin",
  saved: "Drafti u ruajt",
  saveFailed: "Drafti nuk u ruajt",

  differences: (period: string) => `Ndryshimet nga tarifa aktive: ${period.toLowerCase()}`,
  differencesAll: "Çfarë thotë kjo tarifë",
  noDifferences: "Drafti është i njëjtë me tarifën aktive.",
  field: "Çfarë",
  before: "Tani",
  after: "Në draft",
  nothing: "–",

  activate: "Aktivizo tarifën",
  saveFirst: "Ruajini ndryshimet para se ta aktivizoni.",
  activateTitle: (from: string) => `Ta aktivizojmë tarifën nga ${from}?`,
  activateText: (changes: number, ends: string | null, source: { title: string; checkedOn: string }) =>
    [
      `Njerëzit do të lexojnë: burimi «${source.title}», kontrolluar më ${source.checkedOn}.`,
      `Nga kjo ditë kostot deri në targa dhe kërkimi sipas çmimit me targa llogariten sipas saj; ${changes === 1 ? "1 ndryshim" : `${changes} ndryshime`}.`,
      ...(ends === null ? [] : [`Tarifa e tanishme mbaron më ${ends}.`]),
      "Tarifa aktive nuk mund të ndryshohet më.",
    ].join(" "),
  activated: "Tarifa u aktivizua",
  activateFailed: "Tarifa nuk u aktivizua",
} as const;
