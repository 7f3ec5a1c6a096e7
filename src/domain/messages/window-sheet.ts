/** Texts of the window sheet (specification.md#window-sheets). */
export const windowSheetMessages = {
  /** The link to the sheets; that of a single car is in my-cars.ts. */
  stockLink: "Fletët e stokut",

  title: "Fleta e veturës",
  titleMany: "Fletët e veturave",
  intro: "Printojeni në letër A4 dhe vendoseni në xhamin e veturës. Kush e skanon kodin, e hap shpalljen.",
  introMany:
    "Printojini në letër A4, nga një faqe për veturë, dhe vendosini në xhama. Kush e skanon kodin, e hap shpalljen.",
  print: "Printo",
  printMany: (count: number) => `Printo ${count} fletë`,
  toMyCars: "Shitjet e mia",
  loading: "Duke përgatitur fletët",
  loadFailed: "Fletët nuk u ngarkuan.",
  notFound: "Kjo veturë nuk është e\u00A0juaja ose nuk ekziston më.",
  noneOnSale: "Nuk keni vetura në shitje.",
  /** If there are more sheets than fit one page. */
  range: (from: number, to: number, of: number) => `Fletët ${from}–${to} nga ${of}`,
  previous: "Fletët e mëparshme",
  next: "Fletët e tjera",

  sold: "E shitur",
  scan: "Skanoni për foto dhe më shumë të dhëna",
  code: (name: string) => `Kodi QR i shpalljes: ${name}`,
} as const;
