import { invoiceMessages } from "./invoices.ts";

const { summary } = invoiceMessages;

/** Texts of /admin's invoices. */
export const invoicePageMessages = {
  search: "Kërko numrin ose blerësin",
  clear: "Pastro",
  monthLabel: "Muaji",
  allMonths: "Të gjithë muajt",
  table: "Tabela e faturave",
  number: "Numri",
  day: "Data",
  buyer: "Blerësi",
  buyerErased: "Të dhënat u fshinë",
  what: "Për çfarë",
  amount: "Shuma",
  empty: "Ende nuk ka fatura",
  emptyHint: "Fatura lëshohet vetë për çdo pagesë, dhe nota kreditore për çdo kthim.",
  month: (month: string) => `Muaji ${month}`,
  /** Above the sums while the list shows all months. */
  thisMonth: (month: string) => `Ky muaj: ${month}`,
  pdf: "PDF për kontabilistin",
  sumsOf: (currency: string) => `Shumat në ${currency}`,
  count: summary.count,
  net: summary.net,
  vat: summary.vat,
  gross: summary.gross,
  invoices: summary.invoices,
  creditNotes: summary.creditNotes,
  rest: summary.rest,
  inEuro: "Mbetet në euro",
  nothing: summary.nothing,
  agrees: summary.agrees,
  differs: summary.differs,
  failed: "Shumat e muajit nuk u ngarkuan",
} as const;
