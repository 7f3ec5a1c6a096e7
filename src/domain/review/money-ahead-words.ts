import { listed } from "#domain/search/listed.ts";

/**
 * What texts say that ask for money before the car was seen, in Albanian, English and German. Phrases are folded (no ë, no
 * ç); a `*` stands for any ending, also in the middle of a phrase. `€` is the word euro.
 */
export type Idea = keyof typeof ideas;

export const ideas = {
  /** Names of money that is paid ahead. */
  deposit: listed(
    "kapar, kapari, kaparin, kaparit, kapare, kaparet, kaparr*, kaparo, kaparoni, kaparoje, kaparim*, parapagim*, parapages*, parapaguani, " +
      "parapaguaj, parapaguhet, parapaguar, para pagim*, paradheni*, paradhenje*, avans, avansi, avansin, avansit, avanc, avanci, avancin, depozit*, " +
      "pages* paraprak*, pages* ne avans*, paguani paraprakisht, paguaj paraprakisht, paguhet paraprakisht, pages* fillestare, pages* rezervimi, " +
      "tarif* rezervimi, tarif* e rezervimit, pages* e rezervimit, anzahl*, vorkasse, vorauszahl*, vorauskasse, reservierungsgebuhr, kaution, " +
      "pages* te vogel, shum* te vogel, pages* simbolik*, shum* simbolik*, sa per siguri, sa per seriozitet, " +
      "deposit, deposits, downpayment, down payment, prepay*, pre payment, prepaid, advance payment, payment in advance, pay in advance, " +
      "paid in advance, pay upfront, upfront, up front, reservation fee, holding fee",
  ),
  /** Ways of paying from which no money comes back, and services that hold money for strangers. */
  channel: listed(
    "western union, westernunion, moneygram, money gram, ria money, bitcoin*, btc, usdt, kripto*, crypto*, krypto*, ethereum, tether, binance, " +
      "paysafe*, gift card*, giftcard*, kart* dhurate, kart* dhuratash, kart* dhurat*, gutschein*, escrow*, treuhand*, kujdestar* pagese*, " +
      "sherbim* ndermjetes*, ndermjetes* pagese*, pal* e trete, pales se trete, third party, depozit* e sigurt, paypal friends, friends and family, amazon, " +
      "pages* e sigurt*, pages* te sigurt*, pages* online, secure payment, safe payment, sichere zahlung, mbrojtje* e bleresit, mbrojtja e blerjes, buyer protection, kauferschutz",
  ),
  /** Accounts that money can be sent to. */
  account: listed(
    "bank, banke, banken, paysera, n26, iban, iban*, llogari*, xhirollogari*, transfer, transferte, transferta, paypal, revolut, wise, skrill, postepay, konto, bank account, wire transfer, " +
      "uberweisung, bankuberweisung",
  ),
  /** Sending money, said to the reader or demanded. */
  send: listed(
    "dergo, dergoni, dergoje, dergon, dergojne, dergohet, dergohen, dergoje, dergoj, derguar, dergosh, dergojini, nisni, nis, transfero*, derdhni, " +
      "qo, qoj, qon, qoni, qoje, qojini, qojeni, cojeni, coj, con, coni, coje, lesho, leshoni, leshon, leshoje, leshojeni, leshoj, lini, leni, " +
      "depozitoni, depozitohet, hidhni, hidhe, kaloni, kalo, uberweis*, send, sending, wire, transfer the",
  ),
  pay: listed(
    "paguani, me ta paguar, me pagu*, me e pagu*, me i pagu*, paguaj, paguaje, paguajeni, paguhet, paguhen, paguan, paguash, paguajne, likuidoni, likuidohet, mbuloni, mbulu*, bani pages*, ban pages*, bohet, bahet, kryni, kryje, " +
      "beni pages*, beni nje pages*, bej gjysm*, beni gjysm*, bej pages*, beje pages*, kryeni, kryhet, kerkohet, kerkohen, kerkoj, kerkojme, duhet, behet, pages* ne fillim, pay, zahl*, bezahl*, required",
  ),
  /** Money that is to be sent, as a word. */
  money: listed(
    "parate, parat, paret, para, pages*, euro, eur, shum*, tarif*, kosto*, kostot, shpenzim*, gjysm*, lek, leke, franga, perqind, letrave, garancion*, siguri* pages*, " +
      "money, payment, amount, fee, fees, half, geld, betrag, summe, halfte, gebuhr*, kosten",
  ),
  /** What a state asks for: usual, but not for a car that is still far away. */
  tax: listed("taks*, dogan*, zoll, zollgebuhr*, customs, tax"),
  /** Before anybody has seen the car. */
  ahead: listed(
    "perpara, paraprakisht, me perpara, me heret, me shpejt, se pari, para se me, para se, pa e pare, pa pare, para shikimit, para takimit, para dorezimit, para pranimit, para ardhjes, para nisjes, " +
      "para dergimit, para dergeses, para transportit, para proves, qe ne fillim, ne fillim, qe tani, per rezervim, per ta rezervuar, per te rezervuar, per ta mbajtur, per te mbajtur, " +
      "qe ta mbaj, qe ta ruaj, qe t a mbaj, qe ta rezervoj, qe ta heq, te ma siguroj*, kush i pari, i pari qe, " +
      "in advance, before viewing, before you see, before delivery, before shipping, first, to reserve, to hold, to secure, " +
      "vorab, im voraus, voraus, vor der besichtigung, vor besichtigung, zur reservierung, bevor",
  ),
  /** A car that is brought instead of looked at. */
  ship: listed(
    "transport*, dergese*, dergesa*, dergimi*, korrier*, kurier*, kontejner*, container*, anije, anijen, spedicion*, spedit*, logjistik*, logistik*, ngarkes*, " +
      "shipping, shipped, ship, delivery, courier, carrier, freight, versand*, lieferung*, liefer*, sjell*, sill*, agjent*, transporter, trailer, ferry, traget*, posta, poste, dhl, fedex, dpd",
  ),
  /** What is sent comes after the money. */
  afterPay: listed(
    "pas pages*, pasi te paguani, pasi te beni pages*, pasi te dergoni, pasi te behet pages*, pasi te merr* pages*, pasi te marr pages*, pasi te pranoj pages*, pasi te konfirmohet pages*, " +
      "sapo te paguani, sapo te beni, sapo te behet pages*, sapo te mberrij* para*, sapo te merr* para*, sapo te marr para*, sapo te dergoni, kur te paguani, kur te dergoni, kur te beni pages*, kur te behet pages*, " +
      "after payment, after you pay, once paid, once you pay, once payment, nach zahlung*, nach bezahlung, nach zahlungseingang, nach uberweisung, nach eingang",
  ),
  /** "Pasi", "mas": with money behind it, what is sent or shown comes after the money. */
  after: listed("pasi, masi, mas, pas, sapo, posa, after, once, nach, sobald"),
  /** What follows the money. */
  afterwards: listed(
    "mandej, mandaj, masnaj, masanej, masandej, masi, pastaj, atehere, tek atehere, then, dann, danach",
  ),
  meet: listed(
    "takim*, takohemi, termin*, bised*, lokacion*, adres*, vizit*, shikim*, shihni, qelsat, celesat, celsat, provoni, prove, viewing, meeting, besichtigung, schlussel, keys",
  ),
  /** Nothing comes back. */
  lost: listed(
    "nuk kthehet, nuk kthehen, s kthehet, s kthehen, pa kthim, pa te drejte kthimi, e pakthyeshme, i pakthyeshem, non refundable, nonrefundable, nicht erstattbar",
  ),
  /** It is held somewhere until somebody pays. */
  held: listed(
    "bllok*, lirohet, lirohen, ta liroj*, per ta liruar, lirim*, magazinim*, released, release, held at, freigegeben, ausgelost, auslosen",
  ),
  /** The seller is away, so that nobody meets anybody. */
  away: listed(
    "jam jashte, jam jasht, ndodhem jashte, ndodhem ne, jetoj jashte, punoj jashte, nuk jam ne kosove, s jam ne kosove, nuk jam ne vend, jam ne mision, mision, misionin, ne ushtri, " +
      "ushtar*, nato, ne platform*, ne anije, platform* nafte, marinar, jam transferuar, u transferova, jam shperngul*, u shperngula, jam zhvendos*, u zhvendosa, " +
      "abroad, overseas, oil rig, offshore, on a mission, deployed, military, im ausland, auslandseinsatz, nuk mund te takohemi, s mund te takohemi, nuk mund te vij, s mund te vij",
  ),
  /** Nobody can look at it. */
  unseen: listed(
    "nuk mund ta shihni, s mund ta shihni, nuk mund te shihet, s mund te shihet, nuk mund ta shikoni, s ka nevoje ta shihni, ska nevoje ta shihni, nuk ka nevoje ta shihni, pa e pare, " +
      "nuk behet shikim*, shikimi nuk eshte i mundur, shikim nuk ka, nuk ka shikim, cannot be viewed, can t be viewed, cannot view, no viewing*, without viewing, not possible to view, " +
      "viewing is not possible, besichtigung nicht moglich, besichtigung ist nicht, keine besichtigung, ohne besichtigung",
  ),
  /** Everything can be sent back: the promise that makes people pay. */
  refund: listed(
    "kthehen para*, kthehet shum*, ju kthej para*, jua kthej para*, ua kthej para*, ju kthehen para*, ju kthehet, ju kthehen, jua kthejme, ju kthejme, kthim i para*, kthimi i para*, kthim para*, merrni parate mbrapsht, " +
      "nese nuk ju pelqen, n qofte se nuk ju pelqen, nese s ju pelqen, e ktheni, ktheni mbrapsht, rimburs*, refund*, money back, full refund, geld zuruck, zuruckerstatt*, ruckerstatt*, i kthyeshem, e kthyeshme, te kthyeshme",
  ),
  /** Papers and numbers that nobody needs who only wants to look at a car. */
  identity: listed(
    "leternjoftim*, pasaport*, karten e identitetit, kart* id, id karten, id e juaj, te dhenat e kartes, te dhenat bankare, te dhenat e bankes, te dhenat tuaja bankare, numrin e kartes, kodin, kod verifikimi, kodi sms, kod sms, " +
      "cvv, pin kodin, passport, id card, card details, card number, bank details, verification code, ausweis*, kartendaten, bankdaten",
  ),
  /** To be done on another site. */
  click: listed(
    "kliko*, klik, shtyp*, paguani, paguaj, pages*, plotesoni, plotesoje, konfirmo*, verifiko*, regjistrohuni, hyni, rezervoni, rezervo, click, pay, payment, confirm, fill in, book, klicken, bezahl*, bestatigen",
  ),
  /** Writing elsewhere instead of calling. */
  write: listed(
    "shkru, me shkru, lajmero*, bashko*, join, linku ne profil, link in bio, shkruani, shkruaj, shkruaje, shkruajme, me shkruani, kontaktoni, kontakto, kontakti, kontakt, pergjigjem, pergjigje, dergoni, write, contact, reach, message, answer, schreib*, kontaktier*",
  ),
  /** No other way of reaching the seller. */
  only: listed(
    "vetem, vec, ekskluzivisht, only, exclusively, nur, ausschliesslich, mos telefononi, mos thirrni, mos me thirr*, mos thirr, mos me telefono*, nuk pergjigjem, s pergjigjem, do not call, don t call, nicht anrufen",
  ),
  telegram: listed("telegram, telegrami, telegramit, signal app"),
  /** Money that is paid in person, on paper, or to a bank that lends it: usual and safe. */
  safe: listed(
    "ne sallon, te salloni, ne sallonin, ne zyre, ne zyren, ne noter, te noteri, tek noteri, para noterit, noter, noteri, noterit, me kontrate, ne dore, dore me dore, kesh ne vend, ne vend, ne vendin, " +
      "pas shikimit, pas proves, pas inspektimit, pas kontrollit, pasi ta shihni, pasi ta shikoni, pasi te shihet, pasi ta provoni, pasi ta keni pare, pasi te bini dakord, pasi te binden, pasi te bindeni, kur ta shihni, kur te vini, kur te takohemi, kur ta merrni, kur e merrni, kur ta terhiqni, " +
      "pas dorezimit, ne dorezim, me rastin e dorezimit, ne momentin e dorezimit, gjate dorezimit, pas testimit, pas nenshkrimit, leasing*, lizing*, kredi, kredit, kredie, kredite, keste, kestet, kest*, financim*, finanzier*, " +
      "nach besichtigung, bei abholung, bei ubergabe, bar bei, on viewing, after viewing, on collection, on delivery, at pickup, in person, cash on, at handover",
  ),
  /** It was paid, it is included, or it costs nothing. */
  settled: listed(
    "i paguar, e paguar, te paguara, paguar, te paguar, i perfshire, e perfshire, perfshihet, te perfshira, perfshire, falas, gratis, pa pagese, kunder pages*, me pages*, inklusive, inkl*, bezahlt, included, free, paid",
  ),
  /** Someone warns of it. */
  warning: listed(
    "kujdes nga, kujdes prej, kujdes nese ju, kujdes kur ju, ruajuni, ruhuni, mos dergoni, mos dergo, mos qoni, mos paguani, mos paguaj, mos jepni, mos i jepni, mos leshoni, mos besoni, mos u besoni, mashtr*, vorsicht vor, achtung vor, beware of, scam*",
  ),
} as const satisfies Record<string, readonly string[]>;

/** The same words with another meaning: the tank of a car, a car that is reserved, a deposit that somebody has left. */
export const otherMeanings = listed(
  "depozit* e karburantit, depozit* e naftes, depozit* e benzines, depozit* e gazit, depozit* e lendes, depozit* te karburantit, depozit* karburanti, depozit* nafte, depozit* e plote, depozit* plot, " +
    "depozit* #, depozit* prej # litra*, depozit* e adblue, depozit* adblue, depozit* e ujit, depozit* e vajit, depozit* e madhe, depozit* e re, " +
    "kapar kembim, kembim kapar, ka kapar, eshte me kapar, me kapar deri, kapar deri, kapari i marre, kapar i marre, kapari eshte marre, kapari u mor, ka lene kapar, la kapar*, kishte lene kapar*, dha kapar*, ka dhene kapar*, " +
    "transporter t4, transporter t5, transporter t6, vw transporter, volkswagen transporter, signal app, amazon alexa, alexa",
);

/** Sites that show a car's history, other markets, and where people have their pages: a link there asks for nothing. */
export const usualSites = listed(
  "carvertical, mobile.de, autoscout24, youtube, youtu.be, instagram, facebook, fb.com, tiktok, autodna, carfax, encar, merrjep, gjirafa, google.com/maps, maps.app, maps.google, wa.me, dat.de, schwacke, tuv, dekra, wikipedia",
);

/** Numbers of countries from which nobody sells a car in Kosovo. */
export const farNumber =
  /(?:\+|\b00|wa\.me\/)(?:22[5-9]|23[0-9]|24[0-9]|25[0-9]|26[0-9]|27|6[0-6]|84|9[1-5])\d/;
/** "arta(at)gmail.com" */
export const hiddenMail = /[\w.+-]{1,64} ?[([{] ?(?:at|@|et) ?[)\]}] ?[\w-]{1,60}(?:\.[\w-]{2,60})+/gi;

/** Addresses behind which anything may be, and hosts that are named after paying, sending or proving something. */
export const riskySites =
  /^(?:https?:\/\/)?(?:www\.)?(?:bit\.ly|tinyurl|cutt\.ly|t\.me|rb\.gy|is\.gd|goo\.gl|t\.co\/|shorturl|forms\.gle|docs\.google\.com\/forms|wa\.link|linktr\.ee)|(?:pay|pages|escrow|secure|safe|trust|transport|shipping|logist|deliver|courier|cargo|rezerv|verif|bank|login|wallet|kripto|crypto|deposit|kapar)[\w-]*\.[a-z]/i;

/** Where anybody has an address in a minute; a business writes from its own. */
export const freeMail =
  /@(?:gmail|googlemail|yahoo|hotmail|outlook|live|icloud|proton|protonmail|gmx|web|mail|aol|yandex|tutanota|zoho)\./i;

export const linkPattern =
  /(?:https?:\/\/|www\.)[^\s<>"«»]+|\b[a-z0-9][a-z0-9-]{1,60}(?:\.[a-z0-9-]{2,60})*\.(?:com|net|org|info|de|ch|at|al|ks|eu|me|ly|gd|gy|link|shop|online|site|app|io|co|uk|it|xyz|top|club)\b(?:\/[^\s<>"«»]*)?/gi;
export const mailPattern = /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{2,60})+/g;
