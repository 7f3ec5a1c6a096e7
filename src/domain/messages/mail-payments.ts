import type { RefundReason } from "#domain/payments/fulfilment.ts";
import type { Entitlement } from "#domain/payments/entitlements.ts";
import type { DisputeStage } from "#domain/payments/money-back.ts";
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
  payment: "Pagesa",
  person: "Paguesi",
  dispute: "Kundërshtimi",
  reason: "Arsyeja",
  status: "Statusi te Stripe",
} as const;

const refundReasonTexts: Record<RefundReason, string> = {
  account_gone: "Llogaria juaj u fshi para se të kryhej pagesa.",
  account_suspended: "Llogaria juaj u pezullua para se të kryhej pagesa.",
  car_gone: "Vetura për të cilën paguat nuk ekziston më.",
  standing_changed:
    "Publikimi pa pagesë, që ishte pjesë e kësaj porosie, ndërkohë u përdor për një veturë tjetër ose abonimi juaj përfundoi. Vetura nuk u publikua; mund ta publikoni përsëri me çmimin e tanishëm.",
  data_invalid: "Të dhënat e porosisë nuk vlenin më kur u krye pagesa.",
  already_published: "Vetura ishte publikuar tashmë, prandaj nuk kishte çfarë të paguhej.",
  already_subscribed: "Ju tashmë keni një abonim aktiv, prandaj abonimin e dytë e anuluam.",
  already_promoted:
    "Promovimi i kësaj veture në rrjetet sociale ishte paguar një herë dhe pret të publikohet, prandaj pagesën e dytë jua kthyem.",
  subscription_over:
    "Abonimi kishte përfunduar kur u krye pagesa, prandaj ajo nuk bleu asgjë. Nëse doni të jeni përsëri autosallon, abonohuni rishtas.",
  amount_mismatch: "Shuma e paguar nuk përputhej me porosinë.",
  coupon_used: "Kuponi i kësaj porosie ndërkohë ishte përdorur për një porosi tjetër.",
};

/** What a full refund has ended, each as a whole sentence. */
const endedTexts: Record<Entitlement, string> = {
  listing:
    "Vetura kaloi në arkiv dhe nuk shihet më nga të tjerët. Te «Shitjet e Mia» mund ta ktheni duke e paguar përsëri publikimin.",
  sponsorship: "Sponsorizimi i veturës përfundoi.",
  social: "Vetura nuk do të publikohet në rrjetet sociale.",
  subscription:
    "Abonimi juaj si autosallon përfundoi dhe nuk do të paguhet më. Veturat që i keni publikuar me të nuk shfaqen më, por nuk janë fshirë.",
};

const staysAsItIs = "Ajo që keni blerë mbetet siç është.";

const toTheSameCard =
  "Shuma kthehet në të njëjtën kartelë. Zakonisht shihet brenda 5 deri në 10 ditëve pune.";

/** Who refunds and how: we to the card, the bank by itself, or we by hand (for bank and cash). */
export type WayBack = "card" | "bank" | "hand";

/** The admin's own words, if the refund was made in /admin. */
const saidBy = (said: string | null) => (said === null ? [] : [`Arsyeja: ${said}`]);

/** An order in a mail; amounts are formatted, "$3". */
export interface OrderFacts {
  /** "Volkswagen Golf, 2016", if there is a car. */
  readonly car: string | null;
  /** The items bought, each with its price. */
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

const disputeSubjects: Record<DisputeStage, string> = {
  inquiry: "Një bankë pyet për një pagesë",
  open: "Një pagesë është kundërshtuar",
  decided: "Një kundërshtim pagese u vendos",
};
const disputeTexts: Record<DisputeStage, string> = {
  inquiry: "Banka e një paguesi kërkon sqarim për një pagesë. Asgjë nuk është pezulluar ende.",
  open: "Banka e një paguesi e ka kundërshtuar një pagesë. Ajo që u ble me të është pezulluar derisa të vendoset.",
  decided:
    "Banka vendosi për një kundërshtim. Nëse u fitua, ajo që ishte blerë u kthye; nëse u humb, përfundoi si te një kthim i plotë i parave.",
};

/** Texts of the mails about payments and subscriptions. */
export const paymentMails = {
  lines: { renewal: "Abonimi për një muaj" },

  carReceipt: (
    site: string,
    order: OrderFacts,
    extras: {
      published: boolean;
      sponsoredUntil: string | null;
      social: boolean;
      /** Days of sponsorship for each of several cars; null for one car. */
      several: number | null;
    },
  ): MailText => ({
    subject: `Dëshmi e pagesës në ${site}`,
    before: [
      extras.published
        ? "Faleminderit! Pagesa juaj u krye dhe vetura juaj është publikuar."
        : extras.several === null
          ? "Faleminderit! Pagesa juaj u krye dhe shtesat për veturën tuaj janë aktive."
          : `Faleminderit! Pagesa juaj u krye dhe secila veturë është e sponsorizuar për ${extras.several === 1 ? "1 ditë" : `${extras.several} ditë`}.`,
    ],
    rows: orderRows(order),
    action: extras.several === null ? "Shikoni veturën" : "Shikoni veturat tuaja",
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
    after: ["Faturën e merrni me një email tjetër; të gjitha i gjeni te «Pagesat e mia»."],
  }),

  /** A dealer's months paid by bank or cash. */
  monthsReceipt: (site: string, order: OrderFacts, until: string): MailText => ({
    subject: `Dëshmi e pagesës në ${site}`,
    before: [`Faleminderit! Pagesa juaj u shënua dhe jeni autosallon deri më ${until}.`],
    rows: orderRows(order),
    action: "Hapni panelin e autosallonit",
    after: ["Ruajeni këtë mesazh si dëshmi të pagesës."],
  }),

  started: (
    site: string,
    plan: { business: string; paid: string; perMonth: string; from: string; until: string; number: string },
  ): MailText => ({
    subject: `Mirë se vini si autosallon në ${site}`,
    before: [
      `Abonimi për ${plan.business} u aktivizua. Nga tani mund të publikoni vetura pa kufi, dhe emri i biznesit tuaj shfaqet te çdo veturë bashkë me shenjën e autosallonit.`,
    ],
    rows: [
      [labels.plan, `${paymentMessages.planName}, ${paymentMessages.pricePerMonth(plan.perMonth)}`],
      [labels.paid, plan.paid],
      [labels.period, `${plan.from} – ${plan.until}`],
      [labels.number, plan.number],
    ],
    action: "Hapni panelin e autosallonit",
    after: ["Abonimi vazhdon vetë çdo muaj. Mund ta anuloni kur të doni në panelin e autosallonit."],
  }),

  /** `nextTry`: the day of the next attempt; null for none. */
  failed: (site: string, amount: string, nextTry: string | null): MailText => ({
    subject: "Pagesa e abonimit nuk u krye",
    before: [
      `Nuk arritëm ta marrim pagesën mujore prej ${amount} për abonimin tuaj në ${site}.`,
      nextTry === null
        ? "Kartelën nuk do ta provojmë më vetë. Që abonimi të vazhdojë, paguani faturën e hapur te «Menaxho pagesat» në panel."
        : `Do të provojmë përsëri më ${nextTry}. Deri atëherë veturat tuaja mbeten të publikuara.`,
    ],
    action: "Hapni panelin e autosallonit",
    after: [
      "Kontrolloni që kartela të ketë mjete dhe të mos ketë skaduar, ose ndryshojeni te «Menaxho pagesat» në panel.",
    ],
  }),

  feeChanges: (site: string, fee: { before: string; after: string; from: string }): MailText => ({
    subject: `Tarifa e abonimit tuaj ndryshon nga ${fee.from}`,
    before: [
      `Abonimi juaj si autosallon në ${site} kushton tani ${fee.before} në muaj. Nga ${fee.from} do të kushtojë ${fee.after} në muaj; e re paguhet me muajin e parë që fillon pas asaj date.`,
      "Ajo që keni paguar tashmë nuk ndryshon.",
    ],
    rows: [
      ["Tarifa e tanishme", fee.before],
      ["Tarifa e re", fee.after],
      ["Vlen nga", fee.from],
    ],
    action: "Hapni panelin e autosallonit",
    after: [
      "Nëse nuk doni të vazhdoni me tarifën e re, abonimin mund ta anuloni në panel deri atëherë; ai vlen deri në fund të muajit të paguar.",
    ],
  }),

  feeStays: (site: string, fee: string): MailText => ({
    subject: "Tarifa e abonimit tuaj nuk ndryshon",
    before: [
      `Ju shkruam se tarifa e abonimit tuaj si autosallon në ${site} do të ndryshonte. Ky ndryshim nuk bëhet: abonimi kushton edhe më tej ${fee} në muaj.`,
    ],
    rows: [],
    action: "Hapni panelin e autosallonit",
    after: [],
  }),

  ending: (site: string, date: string): MailText => ({
    subject: `Abonimi juaj përfundon më ${date}`,
    before: [
      `Abonimi juaj në ${site} është anuluar dhe përfundon më ${date}. Deri atëherë gjithçka mbetet siç është.`,
      "Pas kësaj date veturat që i keni publikuar si autosallon nuk shfaqen më në kërkim dhe shenja e autosallonit hiqet.",
    ],
    action: "Riaktivizoni abonimin",
    after: ["Nëse ndryshoni mendim, abonimin mund ta riaktivizoni në panel deri në atë datë."],
  }),

  /** For months paid by bank or cash; `date`: their last day. */
  monthsEnding: (site: string, date: string): MailText => ({
    subject: `Muajt tuaj si autosallon përfundojnë më ${date}`,
    before: [
      `Muajt që i keni paguar me bankë ose me para të gatshme si autosallon në ${site} përfundojnë më ${date}. Deri atëherë gjithçka mbetet siç është.`,
      "Pas kësaj date veturat që i keni publikuar si autosallon nuk shfaqen më në kërkim dhe shenja e autosallonit hiqet. Asgjë nuk fshihet.",
    ],
    action: "Na kontaktoni",
    after: [
      "Për të vazhduar pa ndërprerje, paguani muaj të tjerë si herën e kaluar. Me kartelë mund të abonoheni sapo të përfundojnë këta.",
    ],
  }),

  monthsEnded: (site: string): MailText => ({
    subject: "Muajt tuaj si autosallon kanë përfunduar",
    before: [
      `Muajt që i keni paguar me bankë ose me para të gatshme si autosallon në ${site} kanë përfunduar. Veturat që i keni publikuar me ta nuk shfaqen më në kërkim, por nuk janë fshirë.`,
      "Sapo të paguani muaj të tjerë ose të abonoheni me kartelë, ato kthehen vetë.",
    ],
    action: "Abonohuni me kartelë",
    after: [
      `Për të paguar përsëri me bankë ose me para të gatshme, na kontaktoni: adresën dhe telefonin i gjeni në fund të çdo faqeje të ${site}.`,
    ],
  }),

  /** `unpaid`: it ended because a month was not paid; its invoice is void. */
  ended: (site: string, unpaid: boolean): MailText => ({
    subject: "Abonimi juaj ka përfunduar",
    before: [
      `Abonimi juaj si autosallon në ${site} ka përfunduar. Veturat që i keni publikuar me të nuk shfaqen më në kërkim, por nuk janë fshirë.`,
      ...(unpaid
        ? [
            "Pagesa e muajit të fundit nuk u krye. Faturën e papaguar e anuluam: për të nuk keni çfarë të paguani.",
          ]
        : []),
      "Sapo të abonoheni përsëri, ato kthehen vetë.",
    ],
    action: "Abonohuni përsëri",
    after: ["Faleminderit që ishit me ne."],
  }),

  refunded: (
    site: string,
    refund: {
      amount: string;
      date: string;
      number: string;
      reason: RefundReason | null;
      /** Null where the order was never carried out, and where it stays. */
      ended: readonly Entitlement[] | null;
      /** What was bought stays, on purpose. */
      keeps: boolean;
      said: string | null;
      way: WayBack;
    },
  ): MailText => ({
    subject: `Pagesa juaj në ${site} u kthye`,
    before: [
      refund.way === "bank"
        ? `Banka e kartelës suaj e ktheu pagesën prej ${refund.amount}.`
        : `Jua kthyem pagesën prej ${refund.amount}.`,
      ...(refund.reason === null ? [] : [refundReasonTexts[refund.reason]]),
      ...saidBy(refund.said),
      ...(refund.keeps ? [staysAsItIs] : []),
      ...(refund.ended === null
        ? []
        : refund.ended.length === 0
          ? ["Nga ajo që u ble me këtë pagesë nuk kishte më çfarë të ndalej."]
          : refund.ended.map((good) => endedTexts[good])),
    ],
    rows: [
      [labels.amount, refund.amount],
      [labels.date, refund.date],
      [labels.number, refund.number],
    ],
    action: `Hapni ${site}`,
    after: refund.way === "card" ? [toTheSameCard] : [],
  }),

  partlyRefunded: (
    site: string,
    refund: {
      amount: string;
      total: string;
      date: string;
      number: string;
      said: string | null;
      way: WayBack;
    },
  ): MailText => ({
    subject: `Një pjesë e pagesës suaj në ${site} u kthye`,
    before: [
      refund.way === "bank"
        ? `Banka e kartelës suaj ktheu ${refund.amount} nga pagesa prej ${refund.total}.`
        : `Jua kthyem ${refund.amount} nga pagesa prej ${refund.total}.`,
      ...saidBy(refund.said),
      staysAsItIs,
    ],
    rows: [
      [labels.amount, refund.amount],
      [labels.payment, refund.total],
      [labels.date, refund.date],
      [labels.number, refund.number],
    ],
    action: `Hapni ${site}`,
    after: refund.way === "card" ? [toTheSameCard] : [],
  }),

  suspended: (site: string, payment: { amount: string; date: string; number: string }): MailText => ({
    subject: `Pagesa juaj në ${site} është kundërshtuar`,
    before: [
      `Banka e kartelës na njoftoi se pagesa prej ${payment.amount} është kundërshtuar.`,
      "Derisa banka të vendosë, ajo që u ble me të është pezulluar: vetura nuk shihet nga të tjerët, sponsorizimi ndalet dhe përparësitë e autosallonit nuk vlejnë.",
    ],
    rows: [
      [labels.amount, payment.amount],
      [labels.date, payment.date],
      [labels.number, payment.number],
    ],
    action: `Hapni ${site}`,
    after: ["Nëse kundërshtimi ishte gabim, njoftoni bankën tuaj që ta tërheqë."],
  }),

  resumed: (site: string, payment: { amount: string; date: string; number: string }): MailText => ({
    subject: `Kundërshtimi i pagesës suaj në ${site} u mbyll`,
    before: [
      `Banka e mbylli kundërshtimin e pagesës prej ${payment.amount}. Ajo që u ble me të është përsëri aktive.`,
    ],
    rows: [
      [labels.amount, payment.amount],
      [labels.date, payment.date],
      [labels.number, payment.number],
    ],
    action: `Hapni ${site}`,
    after: ["Sponsorizimi vazhdon për kohën që i kishte mbetur."],
  }),

  disputeForAdmin: (
    site: string,
    dispute: {
      id: string;
      stage: DisputeStage;
      status: string;
      reason: string;
      amount: string;
      number: string;
      person: string | null;
    },
  ): MailText => ({
    subject: `${disputeSubjects[dispute.stage]} (${site})`,
    before: [disputeTexts[dispute.stage]],
    rows: [
      [labels.amount, dispute.amount],
      [labels.number, dispute.number],
      ...(dispute.person === null ? [] : [[labels.person, dispute.person] as const]),
      [labels.dispute, dispute.id],
      [labels.reason, dispute.reason],
      [labels.status, dispute.status],
    ],
    action: "Hapni administrimin",
    after: ["Afati dhe dëshmitë jepen në panelin e Stripe-it, te Payments → Disputes."],
  }),
} as const;
