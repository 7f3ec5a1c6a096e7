import type { PaymentMethod } from "#domain/payments/payment-methods.ts";
import type { MailText } from "./mail.ts";

/** Texts of invoices and credit notes, and of their mails. */
export const invoiceMessages = {
  invoice: "Faturë",
  creditNote: "Notë kreditore",
  test: "PROVË: nuk lëvizën para të vërteta, dhe ky dokument nuk vlen si faturë.",
  seller: "Lëshuesi",
  buyer: "Blerësi",
  /** The account was deleted, and the legal retention of the buyer's data has ended. */
  buyerErased: "Të dhënat e blerësit u fshinë",
  businessNumber: (number: string) => `Numri unik identifikues: ${number}`,
  fiscalNumber: (number: string) => `Numri fiskal: ${number}`,
  vatNumber: (number: string) => `Numri i TVSH-së: ${number}`,
  number: "Numri",
  paidOn: "Data e pagesës",
  refundedOn: "Data e kthimit",
  issuedOn: "Data e lëshimit",
  method: "Mënyra e pagesës",
  methods: {
    card: "Kartelë bankare",
    bank: "Transfer bankar",
    cash: "Para të gatshme",
    none: "Kupon",
  } satisfies Record<PaymentMethod, string>,
  reference: "Referenca",
  credits: "Sipas faturës",
  creditsOf: (number: string, day: string) => `${number}, ${day}`,
  description: "Përshkrimi",
  amount: "Shuma",
  net: "Vlera pa TVSH",
  vat: (percent: number) => `TVSH ${percent} %`,
  gross: "Gjithsej",
  creditGross: "Gjithsej e kthyer",
  noVat: "TVSH nuk llogaritet, sepse lëshuesi nuk është i regjistruar për TVSH.",
  rate: (rate: string) => `Vlera në valutën tjetër sipas kursit 1 USD = ${rate} EUR.`,
  byBank: "Shuma u kthye nga banka e kartelës, pas kundërshtimit të pagesës.",
  electronic: "Dokument i lëshuar në formë elektronike.",
  page: (page: number, pages: number) => `Faqja ${page} nga ${pages}`,

  creditLine: (invoice: string) => `Kthim i pagesës sipas faturës ${invoice}`,
  discountLine: "Zbritje me kupon",
  monthInvalid: "Zgjidhni një muaj, p.sh. 2026-11",
  summary: {
    title: "Përmbledhja mujore",
    count: "Numri",
    net: "Pa TVSH",
    vat: "TVSH",
    gross: "Gjithsej",
    returned: "kthyer",
    invoices: "Faturat",
    creditNotes: "Notat kreditore",
    rest: "Mbetet",
    inEuro: "Mbetet, në euro sipas kursit të çdo fature",
    nothing: "Në këtë muaj nuk ka fatura.",
    agrees: "Shumat përputhen me librin e pagesave.",
    differs: (missing: number) =>
      missing > 0
        ? `Shumat nuk përputhen ende me librin e pagesave: ${missing === 1 ? "1 dokument pret të lëshohet" : `${missing} dokumente presin të lëshohen`}.`
        : "Shumat nuk përputhen me librin e pagesave.",
    made: (date: string) => `Përgatitur më ${date}`,
    fileName: (month: string) => `permbledhja-${month}.pdf`,
  },
  fileName: (number: string) => `fatura-${number}.pdf`,

  mail: {
    invoice: (site: string, facts: { number: string; total: string; date: string }): MailText => ({
      subject: `Fatura ${facts.number} nga ${site}`,
      before: ["Faturën e pagesës suaj e gjeni të bashkëngjitur si PDF."],
      rows: [
        ["Fatura", facts.number],
        ["Gjithsej", facts.total],
        ["Data e pagesës", facts.date],
      ],
      action: "Hapni pagesat e mia",
      after: ["Të gjitha faturat i gjeni edhe te pagesat tuaja."],
    }),
    creditNote: (
      site: string,
      facts: { number: string; invoice: string; total: string; date: string },
    ): MailText => ({
      subject: `Nota kreditore ${facts.number} nga ${site}`,
      before: [`Notën kreditore për faturën ${facts.invoice} e gjeni të bashkëngjitur si PDF.`],
      rows: [
        ["Nota kreditore", facts.number],
        ["E kthyer", facts.total],
        ["Data e kthimit", facts.date],
      ],
      action: "Hapni pagesat e mia",
      after: ["Të gjitha dokumentet i gjeni edhe te pagesat tuaja."],
    }),
  },
} as const;
