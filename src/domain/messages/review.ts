import type { SignalEvidence } from "#domain/admin/review-signals.ts";
import { formatEuro, formatKm, formatNumber } from "#domain/format/format.ts";

const nameOf = ({ brand, model, year }: { brand: string; model: string; year: number }) =>
  `${brand} ${model}, ${year}`;

/** What the evidence of each signal shows, in a sentence for admins. It says what was found, and accuses nobody. */
export const signalTexts = {
  photo_of_another_seller: () => "E njëjta foto gjendet në shpalljen e një shitësi tjetër.",
  photo_on_many_cars: ({ cars }: SignalEvidence["photo_on_many_cars"]) =>
    `E njëjta foto gjendet në të paktën ${formatNumber(cars)} shpallje: mund të jetë foto ilustruese.`,
  price_far_below: ({ price, estimate }: SignalEvidence["price_far_below"]) =>
    `Çmimi ${formatEuro(price)} është ${Math.round((1 - price / estimate) * 100)}\u00A0% nën vlerësimin ${formatEuro(estimate)}.`,
  mileage_lower_than_before: ({ mileage, mileageBefore }: SignalEvidence["mileage_lower_than_before"]) =>
    `Kilometrazhi ${formatKm(mileage)} është më i ulët se ai i lexuar më parë, ${formatKm(mileageBefore)}.`,
  vin_twice: () => "I njëjti numër shasie gjendet në një shpallje tjetër.",
  vin_other_make: ({ brand, make }: SignalEvidence["vin_other_make"]) =>
    `Numri i shasisë është i prodhuesit ${make}, shpallja thotë ${brand}.`,
  phone_of_hidden_car: ({ isSameAccount }: SignalEvidence["phone_of_hidden_car"]) =>
    isSameAccount
      ? "Numri i telefonit është i një shpalljeje tjetër të së njëjtës llogari që administratorët e hoqën nga publiku."
      : "Numri i telefonit është i një shpalljeje të një llogarie tjetër që administratorët e hoqën nga publiku.",
  asks_for_money_ahead: () =>
    "Teksti i shpalljes kërkon para, ose kontakt diku tjetër, para se të shihet vetura.",
  many_at_once: ({ cars, hours, accountDays }: SignalEvidence["many_at_once"]) =>
    `${formatNumber(cars)} shpallje brenda ${hours} orëve; llogaria është ${
      accountDays === 0
        ? "e sotme"
        : accountDays === 1
          ? "1 ditë e vjetër"
          : `${formatNumber(accountDays)} ditë e vjetër`
    }.`,
  became_another_car: ({ before, after }: SignalEvidence["became_another_car"]) =>
    `Shpallja ishte ${nameOf(before)} dhe u bë ${nameOf(after)}.`,
} as const;

/** /admin, «Shqyrtimi». */
export const reviewMessages = {
  list: "Veturat për shqyrtim",
  state: "Cilat raste",
  states: { open: "Në pritje", asked: "Pyetur pronari", decided: "Të vendosura" },
  kind: "Lloji i sinjalit",
  allKinds: "Të gjitha sinjalet",
  kinds: {
    photo_of_another_seller: "Foto edhe te një shitës tjetër",
    photo_on_many_cars: "Foto në shumë vetura",
    price_far_below: "Çmim shumë i ulët",
    mileage_lower_than_before: "Kilometrazh më i ulët se më parë",
    vin_twice: "Numër shasie i përsëritur",
    vin_other_make: "Numër shasie i një prodhuesi tjetër",
    phone_of_hidden_car: "Telefon i një veture të hequr",
    asks_for_money_ahead: "Kërkon para paraprakisht",
    many_at_once: "Shumë shpallje njëherësh",
    became_another_car: "U bë veturë tjetër",
  },
  empty: "Asnjë veturë nuk pret shqyrtim",
  emptyHint: "Kur një shpallje ka sinjale, ajo shfaqet këtu. Asnjë veturë nuk hiqet vetvetiu.",
  emptyAsked: "Asnjë pyetje nuk pret përgjigje",
  emptyDecided: "Asnjë rast nuk është vendosur në orën e fundit",
  score: (score: number) => `${score} pikë`,
  weight: (weight: number) => `+${weight}`,
  account: (since: string, cars: number) =>
    `Llogaria që nga ${since}, ${cars === 1 ? "1 shpallje" : `${formatNumber(cars)} shpallje`}`,
  thisCar: "Kjo shpallje",
  otherCar: "Shpallja tjetër",
  otherGone: "Shpallja tjetër nuk është më.",
  photoOf: (name: string) => `Foto e shpalljes ${name}`,
  price: "Çmimi",
  belowEstimate: (percent: number) => `${percent}\u00A0% nën vlerësimin`,
  estimate: "Vlerësimi",
  estimateHint: (low: string, comparables: number) =>
    `8 nga 10 kërkojnë më shumë se ${low}; krahasuar me ${formatNumber(comparables)} shpallje`,
  mileageNow: "Kilometrazhi tani",
  mileageBefore: (month: string) => `Lexuar më ${month}`,
  brandSaid: "Marka në shpallje",
  makeOfVin: "Prodhuesi sipas numrit të shasisë",
  before: "Ishte",
  after: "U bë",
  hiddenOn: (day: string) => `Hequr nga publiku më ${day}`,
  cars: "Shpallje",
  within: (hours: number) => `brenda ${hours} orëve`,
  accountAge: "Mosha e llogarisë",
  days: (days: number) => (days === 1 ? "1 ditë" : `${formatNumber(days)} ditë`),
  description: "Përshkrimi",
  asked: (when: string, reason: string) => `Pyetur më ${when}: ${reason}`,
  answer: (when: string) => `Përgjigjja e pronarit, ${when}`,
  noAnswer: "Pronari nuk është përgjigjur.",
  dismiss: "Në rregull",
  hide: "Hiqe nga publiku",
  ask: "Pyet pronarin",
  undo: "Zhbëj",
  dismissTitle: "Vetura është në rregull?",
  dismissText: (name: string) => `${name}: rasti mbyllet. Për të njëjtat prova nuk kthehet më.`,
  hideTitle: "Të hiqet vetura nga publiku?",
  hideText: (name: string) =>
    `${name} nuk shihet më nga të tjerët. Pronari njoftohet me email tani, raportuesit pas një ore; raportimet e hapura mbyllen.`,
  askTitle: "Të pyetet pronari?",
  askText: (name: string) =>
    `${name}: pronari merr një email me pyetjen tuaj. Rasti pret përgjigjen, më së shumti 7 ditë.`,
  reasonRequired: "Shkruani çfarë doni të dini",
  dismissed: "Rasti u mbyll",
  hidden: "Vetura u hoq nga publiku",
  askedDone: "Pyetja u dërgua",
  undone: "Vendimi u zhbë",
  failed: "Vendimi nuk u ruajt. Provoni përsëri.",
  decided: {
    dismiss: (who: string, when: string) => `U gjet në rregull nga ${who}, ${when}`,
    hide: (who: string, when: string) => `U hoq nga publiku nga ${who}, ${when}`,
    ask: (who: string, when: string) => `Pronari u pyet nga ${who}, ${when}`,
  },
  someAdmin: "një administrator",
  keys: "Me tastierë",
  keyHints: [
    ["j", "tjetra"],
    ["k", "e mëparshmja"],
    ["d", "në rregull"],
    ["h", "hiqe"],
    ["a", "pyet"],
    ["z", "zhbëj"],
  ],
  place: (at: number, of: number) => `Rasti ${at} nga ${of} në këtë faqe`,

  // Errors.
  notFound: "Ky rast nuk ekziston",
  alreadyDecided: "Këtë rast e vendosi ndërkohë një administrator tjetër. Rifreskoni listën.",
  changed: "Vetura ose provat ndryshuan ndërkohë. Shikojeni rastin përsëri para se të vendosni.",
  notUndoable: "Vendimi nuk mund të zhbëhet më: ka kaluar një orë, ose gjendja ka ndryshuar.",
  nothingAsked: "Për këtë veturë nuk ka pyetje që pret përgjigje",
} as const;
