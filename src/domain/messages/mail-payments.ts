import type { RefundReason } from "#domain/payments/fulfilment.ts";
import type { MailText } from "./mail.ts";
import { paymentMessages } from "./payments.ts";

type Row = readonly [string, string];

const labels = {
  car: "Vetura",
  total: "Gjithsej",
  date: "Data",
  number: "Numri i pagesës",
  plan: "Abonimi",
  paid: "Paguar",
  period: "Periudha",
  amount: "Shuma",
} as const;

const refundReasonTexts: Record<RefundReason, string> = {
  account_gone: "Llogaria juaj u fshi para se të kryhej pagesa.",
  car_gone: "Vetura për të cilën paguat nuk ekziston më.",
  standing_changed:
    "Publikimi pa pagesë, që ishte pjesë e kësaj porosie, ndërkohë u përdor për një veturë tjetër ose abonimi juaj përfundoi. Vetura nuk u publikua; mund ta publikoni përsëri me çmimin e tanishëm.",
  data_invalid: "Të dhënat e porosisë nuk vlenin më kur u krye pagesa.",
  already_subscribed: "Ju tashmë keni një abonim aktiv, prandaj abonimin e dytë e anuluam.",
  already_promoted:
    "Promovimi i kësaj veture në rrjetet sociale ishte paguar një herë dhe pret të publikohet, prandaj pagesën e dytë jua kthyem.",
  amount_mismatch: "Shuma e paguar nuk përputhej me porosinë.",
};

/** An order as a mail lists it; amounts as people read them, "$3". */
export interface OrderFacts {
  /** "Volkswagen Golf, 2016", where there is a car. */
  readonly car: string | null;
  /** What was bought, each with its price. */
  readonly lines: readonly Row[];
  readonly total: string;
  readonly date: string;
  readonly number: string;
}

function orderRows(order: OrderFacts): Row[] {
  return [
    ...(order.car === null ? [] : [[labels.car, order.car] as const]),
    ...order.lines,
    [labels.total, order.total],
    [labels.date, order.date],
    [labels.number, order.number],
  ];
}

/** Texts of the mails about payments and subscriptions. */
export const paymentMails = {
  lines: { renewal: "Abonimi për një muaj" },

  carReceipt: (
    site: string,
    order: OrderFacts,
    extras: { published: boolean; sponsoredUntil: string | null; social: boolean },
  ): MailText => ({
    subject: `Dëshmi e pagesës në ${site}`,
    before: [
      extras.published
        ? "Faleminderit! Pagesa juaj u krye dhe vetura juaj është publikuar."
        : "Faleminderit! Pagesa juaj u krye dhe shtesat për veturën tuaj janë aktive.",
    ],
    rows: orderRows(order),
    action: "Shikoni veturën",
    after: [
      ...(extras.sponsoredUntil === null
        ? []
        : [`Vetura juaj shfaqet ndër të rekomanduarat deri më ${extras.sponsoredUntil}.`]),
      ...(extras.social ? ["Veturën do ta publikojmë në rrjetet tona sociale brenda 24 orëve."] : []),
      "Ruajeni këtë mesazh si dëshmi të pagesës.",
    ],
  }),

  renewalReceipt: (site: string, order: OrderFacts): MailText => ({
    subject: `Abonimi juaj në ${site} u vazhdua`,
    before: ["Faleminderit! Pagesa mujore u krye dhe abonimi juaj si autosallon vazhdon edhe për një muaj."],
    rows: orderRows(order),
    action: "Hapni panelin e autosallonit",
    after: ["Të gjitha faturat i gjeni në panelin e autosallonit."],
  }),

  started: (
    site: string,
    plan: { business: string; paid: string; from: string; until: string; number: string },
  ): MailText => ({
    subject: `Mirë se vini si autosallon në ${site}`,
    before: [
      `Abonimi për ${plan.business} u aktivizua. Nga tani mund të publikoni vetura pa kufi, dhe emri i biznesit tuaj shfaqet te çdo veturë bashkë me shenjën e autosallonit.`,
    ],
    rows: [
      [labels.plan, `${paymentMessages.planName}, ${paymentMessages.pricePerMonth}`],
      [labels.paid, plan.paid],
      [labels.period, `${plan.from} – ${plan.until}`],
      [labels.number, plan.number],
    ],
    action: "Hapni panelin e autosallonit",
    after: ["Abonimi vazhdon vetë çdo muaj. Mund ta anuloni kur të doni në panelin e autosallonit."],
  }),

  failed: (site: string, amount: string): MailText => ({
    subject: "Pagesa e abonimit nuk u krye",
    before: [
      `Nuk arritëm ta marrim pagesën mujore prej ${amount} për abonimin tuaj në ${site}.`,
      "Do të provojmë përsëri gjatë ditëve të ardhshme. Deri atëherë veturat tuaja mbeten të publikuara.",
    ],
    action: "Hapni panelin e autosallonit",
    after: [
      "Kontrolloni që kartela të ketë mjete dhe të mos ketë skaduar, ose ndryshojeni te «Menaxho pagesat» në panel.",
    ],
  }),

  ending: (site: string, date: string): MailText => ({
    subject: `Abonimi juaj përfundon më ${date}`,
    before: [
      `Abonimi juaj në ${site} është anuluar dhe përfundon më ${date}. Deri atëherë gjithçka mbetet siç është.`,
      "Pas kësaj date veturat që i keni publikuar si autosallon nuk shfaqen më në kërkim dhe shenja e autosallonit hiqet.",
    ],
    action: "Riaktivizoni abonimin",
    after: ["Nëse ndërroni mendje, abonimin mund ta riaktivizoni në panel deri në atë datë."],
  }),

  ended: (site: string): MailText => ({
    subject: "Abonimi juaj ka përfunduar",
    before: [
      `Abonimi juaj si autosallon në ${site} ka përfunduar. Veturat që i keni publikuar me të nuk shfaqen më në kërkim, por nuk janë fshirë.`,
      "Sapo të abonoheni përsëri, ato kthehen vetë.",
    ],
    action: "Abonohuni përsëri",
    after: ["Faleminderit që ishit me ne."],
  }),

  refunded: (
    site: string,
    refund: { amount: string; date: string; number: string; reason: RefundReason | null },
  ): MailText => ({
    subject: `Pagesa juaj në ${site} u kthye`,
    before: [
      `Jua kthyem pagesën prej ${refund.amount}.`,
      ...(refund.reason === null ? [] : [refundReasonTexts[refund.reason]]),
    ],
    rows: [
      [labels.amount, refund.amount],
      [labels.date, refund.date],
      [labels.number, refund.number],
    ],
    action: `Hapni ${site}`,
    after: ["Shuma kthehet në të njëjtën kartelë. Zakonisht shihet brenda 5 deri në 10 ditëve pune."],
  }),
} as const;
