import { listed } from "./listed.ts";
import type { CarType, Condition, Fuel, Origin, Transmission } from "#domain/cars/car-lists.ts";

/**
 * What people in Kosovo type for what the lists call otherwise. Written without accents and gaps mattering:
 * both sides are folded and joined. The lists' own names need no entry.
 */

/** Brands by their short, spoken and misheard names. */
export const brandSynonyms: Readonly<Record<string, readonly string[]>> = {
  "Alfa Romeo": ["alfa"],
  "Aston Martin": ["aston"],
  BMW: ["bmv", "bemve", "beemve"],
  Chevrolet: ["chevy", "shevrolet", "shevi"],
  Citroën: ["sitroen", "citroen"],
  Dacia: ["daqia", "daçia"],
  "DS Automobiles": ["ds"],
  Hyundai: ["hjundai", "hundai", "hunday"],
  Lamborghini: ["lambo"],
  "Land Rover": ["landrover"],
  "Mercedes-Benz": ["mercedes", "merc", "benz", "mercedez", "mersedes", "merxhedes", "mb"],
  Mitsubishi: ["micubishi", "mitsubishi"],
  Nissan: ["nisan"],
  Peugeot: ["pezho", "pezhot", "pegeot"],
  Porsche: ["porshe", "porsh"],
  Renault: ["reno", "renolt"],
  "Rolls-Royce": ["rolls"],
  Škoda: ["shkoda"],
  SsangYong: ["ssang yong", "sangyong"],
  Suzuki: ["suzuk"],
  Toyota: ["tojota"],
  Volkswagen: ["vw", "volks", "volksvagen", "folksvagen", "folcvagen", "volcvagen"],
};

/** Models by other names than the catalogue's; several mean any of them. */
export const modelSynonyms: readonly {
  brand: string;
  models: readonly string[];
  names: readonly string[];
}[] = [
  { brand: "Land Rover", models: ["Range Rover"], names: ["range"] },
  { brand: "BMW", models: ["1 Series"], names: ["seria 1", "serie 1", "1er", "bmw 1"] },
  { brand: "BMW", models: ["2 Series"], names: ["seria 2", "serie 2", "2er", "bmw 2"] },
  { brand: "BMW", models: ["3 Series"], names: ["seria 3", "serie 3", "3er", "bmw 3"] },
  { brand: "BMW", models: ["4 Series"], names: ["seria 4", "serie 4", "4er", "bmw 4"] },
  { brand: "BMW", models: ["5 Series"], names: ["seria 5", "serie 5", "5er", "bmw 5"] },
  { brand: "BMW", models: ["6 Series"], names: ["seria 6", "serie 6", "6er", "bmw 6"] },
  { brand: "BMW", models: ["7 Series"], names: ["seria 7", "serie 7", "7er", "bmw 7"] },
  { brand: "BMW", models: ["8 Series"], names: ["seria 8", "serie 8", "8er", "bmw 8"] },
  { brand: "Mercedes-Benz", models: ["A-Class"], names: ["a klasa", "a klase", "a klas", "klasa a"] },
  { brand: "Mercedes-Benz", models: ["B-Class"], names: ["b klasa", "b klase", "b klas", "klasa b"] },
  { brand: "Mercedes-Benz", models: ["C-Class"], names: ["c klasa", "c klase", "c klas", "klasa c"] },
  { brand: "Mercedes-Benz", models: ["E-Class"], names: ["e klasa", "e klase", "e klas", "klasa e"] },
  {
    brand: "Mercedes-Benz",
    models: ["G-Class"],
    names: ["g klasa", "g klase", "g klas", "klasa g", "gelendvagen"],
  },
  { brand: "Mercedes-Benz", models: ["R-Class"], names: ["r klasa", "r klase", "klasa r"] },
  { brand: "Mercedes-Benz", models: ["S-Class"], names: ["s klasa", "s klase", "s klas", "klasa s"] },
  { brand: "Mercedes-Benz", models: ["V-Class"], names: ["v klasa", "v klase", "v klas", "klasa v"] },
  { brand: "Volkswagen", models: ["Passat"], names: ["pasat"] },
  { brand: "Volkswagen", models: ["Transporter"], names: ["t4", "t5", "t6"] },
  { brand: "Volkswagen", models: ["Touareg"], names: ["tuareg", "touareq"] },
  { brand: "Volkswagen", models: ["Tiguan"], names: ["tiguani"] },
  { brand: "Škoda", models: ["Octavia"], names: ["oktavia", "oktavija"] },
  { brand: "Nissan", models: ["Qashqai"], names: ["kashkai", "qashqaj", "qashkai"] },
  { brand: "Hyundai", models: ["Santa Fe"], names: ["santafe"] },
  { brand: "Mercedes-Benz", models: ["Sprinter"], names: ["shprinter"] },
];

export const typeSynonyms: Readonly<Record<CarType, readonly string[]>> = {
  Sedan: ["limuzine", "limuzina", "limuzin", "limousine", "sedani"],
  SUV: ["xhip", "xhipi", "xhipa", "xhipe", "terrenor", "fuoristrada", "crossover"],
  Hatchback: ["hatchbek", "hecbek", "heçbek", "hackbek"],
  Coupe: ["kupe", "coupé", "kupè"],
  Convertible: ["kabrio", "cabrio", "kabriolet", "cabriolet", "kabrijolet"],
  Pickup: ["pikap", "pick up", "pik ap", "kamionet"],
  Van: ["furgon", "furgoni", "kombi", "kombibus", "minibus", "minivan", "monovolum"],
  // "Kombi" is a van in Albanian and a wagon in German; both are meant here.
  Wagon: ["karavan", "karavani", "kombi", "station wagon", "estate", "touring", "familjare"],
};

export const fuelSynonyms: Readonly<Record<Fuel, readonly string[]>> = {
  Benzinë: ["benzin", "benzina", "petrol", "gasoline", "benzinc"],
  Diesel: ["dizel", "dizell", "disel", "naft", "nafte", "nafta", "dizelli"],
  Hybrid: ["hibrid", "hibride", "hybride"],
  Elektrik: ["elektrike", "electric", "elektro", "me rryme"],
  GPL: ["lpg", "gaz", "gazi", "plin", "gas"],
};

export const originSynonyms: Readonly<Record<Origin, readonly string[]>> = {
  Evropë: ["evropa", "evropiane", "europe", "europa"],
  Koreja: ["kore", "korea", "koreane"],
  Japoni: ["japonia", "japoneze", "japan"],
  Amerika: ["amerike", "amerikane", "usa", "shba"],
  Kinë: ["kina", "kineze", "china"],
};

/** Countries whose name means an origin only where it is said that the car comes from there ("nga Gjermania"). */
const european =
  "gjermani gjermania gjermanise germani germania gjermaniti zvicer zvicra zvicrra zvicres austri austria austrise itali italia " +
  "italise france franca frances belgjike belgjika belgjikes belgji holande holanda holandes suedi suedia suedise norvegji " +
  "norvegjia danimarke danimarka slloveni sllovenia kroaci kroacia spanje spanja luksemburg luksemburgu angli anglia poloni " +
  "polonia evropa evropes deutschland germany schweiz switzerland osterreich austria italy francuska nemacka svajcarska";
const comingFrom = listed(
  "nga, prej, import, importi, importuar, import nga, import prej, importuar nga, importuar prej, " +
    "ardhur nga, ardhur prej, sjelle nga, sjellur nga, sjellun prej, blere ne, from, aus, iz",
);

/** The same for whole phrases. */
export const originPhrases: Readonly<Partial<Record<Origin, readonly string[]>>> = {
  Evropë: european.split(" ").flatMap((country) => comingFrom.map((coming) => `${coming} ${country}`)),
};

export const transmissionSynonyms: Readonly<Record<Transmission, readonly string[]>> = {
  Manual: ["manuale", "manuel", "manuell", "manuali", "ndërrues manual"],
  Automatik: ["automatike", "automat", "automatic", "automatiku", "avtomatik", "ndërrues automatik"],
};

export const conditionSynonyms: Readonly<Record<Condition, readonly string[]>> = {
  "E re": ["e reja", "krejt e re", "zero kilometra", "0 km"],
  "Shumë e mirë": ["shum e mir", "shume mire", "gjendje shume te mire"],
  "E mirë": ["e mir", "gjendje te mire"],
  "E kënaqshme": ["kenaqshme"],
};

export const customsPaidSynonyms: readonly { value: boolean; names: readonly string[] }[] = [
  { value: true, names: ["e doganuar", "doganuar", "me dogane", "dogana e paguar", "me dogan"] },
  { value: false, names: ["pa dogane", "padoganuar", "e padoganuar", "pa dogan", "pa doganuar"] },
];

/** Towns by names of their neighbours' languages and their older ones; the definite forms are made by rule. */
export const locationSynonyms: Readonly<Record<string, readonly string[]>> = {
  Prishtinë: ["pristina", "prishtin", "prishtna"],
  Pejë: ["pec", "peje"],
  Gjakovë: ["djakovica", "gjakov"],
  Ferizaj: ["urosevac", "ferizej"],
  Gjilan: ["gnjilane", "gilan"],
  Mitrovicë: ["mitrovice jugore"],
  "Mitrovicë e Veriut": ["mitrovica e veriut", "mitrovica veriore"],
  "Fushë Kosovë": ["fush kosove", "fushe kosova", "fush kosova"],
  Deçan: ["decani"],
  Skenderaj: ["skenderaji", "srbica"],
  Rahovec: ["orahovac"],
};

/** Words that are one colour, for descriptions and paints: any of them is found for any of them. */
export const colorWords: readonly (readonly string[])[] = [
  ["zeze", "zez", "zi", "zeza", "black"],
  ["bardhe", "bardh", "bardha", "white"],
  ["hiri", "gri", "grey", "gray"],
  ["argjendte", "argjend", "silver", "argjendi"],
  ["blu", "kalter", "kaltert", "blue"],
  ["kuqe", "kuq", "kuqja", "red"],
  ["gjelber", "jeshile", "green"],
  ["kafe", "kafte", "brown"],
  ["bezhe", "bezh", "beige"],
  ["verdhe", "verdh", "yellow"],
  ["portokalli", "orange"],
  ["vjollce", "purple"],
];

/** Words that say nothing about which car: not asked for, and not kept of descriptions. */
export const noiseWords: ReadonlySet<string> = new Set(
  (
    "a ai ajo ata as asnje ata cdo deri dhe do duke e edhe eshte fare i ia ishte ja jam jane jo ka kam kane ky kjo ku " +
    "kur me mbi mos mua ne nen nga nje nuk ose pa per po por prej qe qene se si sic te tek to tone u une ve ka vetem " +
    "shes shesim shitet shitje blej kerkoj makine makina veture vetura veturat vetures kerr kerri kerre"
  ).split(" "),
);

/** What people say around a search, and no seller of one car rather than another: not asked for. */
export const politeWords: ReadonlySet<string> = new Set(
  // Conversation.
  (
    "nr numri kodi pershendetje tung tungjatjeta hej alo ckemi miredita flm faleminderit rrespekt respekt ju lutem lutemi pls " +
    "please hi hello hallo danke bitte zdravo ska kush dikush ndonje ndonjeri ndonjera ka dua duam desha doja deshta " +
    "dojsha dom me duhet duhen kerkojme kerkojm kerkohet interesohem interesohemi interesuar gjej gjeni gjendet gjen " +
    "blerje bleva bleje blejm blihet shitese shitesi shitja shet shesin shiten shitjet oferta oferte ofroj " +
    "suche zoti vella vllai djali djalin vajzen gruan gruaja familjen shok tash tani sot urgjent shpejt mundesi mundsi " +
    "mundesisht munde mund jeni keni kisha kishe have looking for sale buy want i'm im need the and with und mit " +
    "oder ili importuar import ardhur sjelle sjellur perdorur perdorura perdorune perdorun sa kushton sakt cfare cilat cila cilin lloj lloji tip tipi model modeli modelin marka marke markes " +
    // The thing itself.
    "kerrin kerra kerrash automjet automjeti automjete auto autot auta autoja autja autos makinat makinen makines " +
    "vetura veturen veturave vetur car cars wagen voiture kola " +
    // Figures' company.
    "cmim cmimi cmimin cmime qmim qmimi buxhet buxheti buxhetin lek pare para leke lire lira lir liri lirshme ekonomike " +
    "ekonomik preis price kilometrat kaluar kaluara kilometrazhin vit vjet prodhim prodhimi prodhuar mire miri mira " +
    "mir bukur bukura diqka dicka tjeter tjera ndryshme afer apo osja rreth veq vec ndersa sepse pasi fiks afersi"
  ).split(" "),
);

/** The same of several words; longer ones first. "Si e re" is not new. */
export const noisePhrases: readonly (readonly string[])[] = listed(
  "si e re, si te re, si i ri, si te reja, sikur e re, gati e re, pothuajse e re, me pak kilometra, " +
    "pak kilometra, me pak km, pak km, me shume kilometra, pak te kaluara, e lire, te lire, sa me lire, " +
    "me e lire, me te lire, i lire, me i lire, mundesisht e lire, per shitje, ne shitje, per te blere, " +
    "for sale, zu verkaufen, te rregullt, e rregullt, me cmim, me qmim, me buxhet, cmim te mire, e mire per",
).map((phrase) => phrase.split(" "));
