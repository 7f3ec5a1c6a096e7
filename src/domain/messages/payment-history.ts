import type { HistoryOrder } from "#domain/payments/history-orders.ts";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { PaymentState } from "#domain/payments/payment-states.ts";

const days = (count: number) => (count === 1 ? "1 ditë" : `${count} ditë`);

/** Texts of /payments: one's own payments. */
export const paymentHistoryMessages = {
  title: "Pagesat e mia",
  intro: "Çfarë keni paguar, më e reja e para.",
  loading: "Po ngarkohen pagesat…",
  loadFailed: "Pagesat nuk u ngarkuan",
  loadFailedHint: "Kontrolloni lidhjen dhe provoni përsëri.",
  emptyTitle: "Ende nuk keni pagesa",
  emptyText:
    "Vetura e parë publikohet pa pagesë. Publikimet e tjera, sponsorizimet dhe abonimet shfaqen këtu.",
  emptyButton: "Shto veturë",
  search: "Kërkoni veturë, numër ose faturë",
  anyStatus: "Çdo status",
  order: "Renditja",
  orders: {
    newest: "Më të rejat",
    oldest: "Më të vjetrat",
    "amount-down": "Shuma më e madhe",
    "amount-up": "Shuma më e vogël",
  } satisfies Record<HistoryOrder, string>,
  nothingFound: "Asnjë pagesë nuk përputhet",
  nothingFoundText: "Provoni fjalë të tjera ose hiqni statusin.",
  clear: "Hiq kërkimin",
  more: "Shfaq më shumë",
  moreFailed: "Pagesat e tjera nuk u ngarkuan. Provoni përsëri.",
  count: (formatted: string, count: number) => (count === 1 ? "1 pagesë" : `${formatted} pagesa`),
  table: "Tabela e pagesave",
  what: "Për çfarë",
  date: "Data",
  amount: "Shuma",
  status: "Statusi",
  kinds: {
    car: "Publikimi i veturës",
    extras: "Shtesa për veturën",
    subscription: "Abonimi, muaji i parë",
    renewal: "Abonimi për një muaj",
  } satisfies Record<PaymentKind, string>,
  sponsorship: (count: number) => `sponsorizim ${days(count)}`,
  social: "promovim në rrjete sociale",
  statuses: {
    open: "E papaguar",
    paid: "Në përpunim",
    fulfilled: "Paguar",
    failed: "Nuk kaloi",
    expired: "Nuk u pagua",
    refunded: "U kthye",
  } satisfies Record<PaymentState, string>,
  refundedOn: (date: string) => `Kthyer më ${date}`,
  documents: "Dokumentet",
  invoice: "Fatura",
  creditNote: "Nota kreditore",
  documentLabel: (number: string, isCreditNote: boolean) =>
    isCreditNote ? `Nota kreditore ${number} si PDF` : `Fatura ${number} si PDF`,
  receipts: "Dëshmitë e pagesës së abonimit i gjeni në panelin e autosallonit.",
  toDashboard: "Shko te paneli",
} as const;
