/** Texts of mobile.de's codes, whose meaning admins enter (specification.md#stock). */
export const stockCodeMessages = {
  columnUnknown: "Zgjidhni kolonën e kodit",
  codeInvalid: "Shkruani kodin siç është në skedar, deri në 60 shenja",
  valueUnknown: "Zgjidhni njërën nga vlerat e listës",
  notFound: "Ky kod nuk gjendet më",

  view: "Çfarë shihni",
  views: { models: "Modelet", codes: "Kodet e mobile.de" },
  list: "Kodet e mobile.de",
  intro:
    "Çfarë do të thotë secili kod në skedarët e mobile.de. Kodet e panjohura janë të parat: deri sa të plotësohen, rreshtat me to nuk importohen.",
  add: "Kod i ri",
  anyColumn: "Të gjitha kolonat",
  column: "Kolona",
  columns: {
    kategorie: "Karroceria (kategorie)",
    kraftstoffart: "Karburanti (kraftstoffart)",
    getriebeart: "Transmisioni (getriebeart)",
    farbe: "Ngjyra (farbe)",
  },
  code: "Kodi",
  value: "Vlera",
  unknown: "I panjohur",
  met: "Në skedarë",
  /** Rows and dealers of the last 90 days. */
  metIn: (rows: string, dealers: string) =>
    `${rows} ${rows === "1" ? "rresht" : "rreshta"} · ${dealers} ${dealers === "1" ? "autosallon" : "autosallone"}`,
  empty: "Ende nuk ka kode",
  emptyHint: "Kur një autosallon ngarkon një skedar të mobile.de, kodet e tij i shihni këtu.",
  complete: "Plotëso",
  completeOf: (code: string) => `Plotëso ${code}`,
  change: "Ndrysho",
  changeOf: (code: string) => `Ndrysho ${code}`,
  remove: "Hiq",
  removeOf: (code: string) => `Hiq ${code}`,
  /** Not "Hiq" alone: that is the row's own button. */
  removeIt: "Hiqe kodin",
  removeTitle: "Ta heqim kodin?",
  removeText: (code: string) => `«${code}» bëhet përsëri i panjohur: rreshtat me të nuk importohen më.`,
  removed: "Kodi u hoq",
  title: "Çfarë do të thotë kodi?",
  choose: "Zgjidhni vlerën",
  save: "Ruaj kodin",
  saved: (code: string) => `Kodi ${code} u ruajt. Skedarët që presin kontrollohen përsëri brenda një minute.`,
  failed: "Nuk u ruajt. Provoni përsëri.",
} as const;
