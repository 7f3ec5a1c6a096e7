import type { CarType, Condition, Fuel, Origin, Transmission } from "#domain/cars/car-lists.ts";
import { listed } from "./listed.ts";
import { listFields } from "./search-fields.ts";

/**
 * What people in Kosovo type for the lists' values. Accents and spaces do not matter: both sides are folded and
 * joined. The values' own names need no entry.
 */

/** Short, spoken and misheard names of brands. */
export const brandSynonyms: Readonly<Record<string, readonly string[]>> = {
  "Alfa Romeo": ["alfa", "alfaromeo"],
  "Aston Martin": ["aston"],
  Audi: ["awdi", "audy"],
  Bentley: ["bentli"],
  BMW: ["bmv", "bemve", "beemve", "bembe", "be em ve"],
  Cadillac: ["kadilak"],
  Chevrolet: ["chevy", "shevrolet", "shevi", "cevrolet", "qevrolet"],
  Chrysler: ["krajsler", "krisler"],
  Citroën: ["sitroen", "citroen", "citron", "sitron", "zitroen"],
  Dacia: ["daqia", "daçia", "daciq"],
  Dodge: ["doxh"],
  "DS Automobiles": ["ds"],
  Ford: ["fort"],
  Hyundai: ["hjundai", "hundai", "hunday", "hundaj", "hjundaj", "hyndai", "hiundai"],
  Jaguar: ["xhaguar"],
  Kia: ["kija"],
  Lamborghini: ["lambo"],
  Lancia: ["lanqia", "lançia", "lanca"],
  "Land Rover": ["landrover", "lendrover", "lend rover"],
  Lexus: ["leksus"],
  "Mercedes-Benz": listed(
    "mercedes, merc, benz, mercedez, mersedes, merxhedes, mb, mercedec, meredes, mecedes, merxhedez, " +
      "mersedez, mercedesbenz, mercedes bens, merca, benc, bens",
  ),
  Mitsubishi: ["micubishi", "mitsubisi", "micubisi", "mitsubishi"],
  Nissan: ["nisan"],
  Opel: ["opell", "ople"],
  Peugeot: ["pezho", "pezo", "pezhot", "pegeot", "peugot", "pejo", "pegot", "pezhoja"],
  Porsche: ["porshe", "porsh"],
  Renault: ["reno", "renolt", "renaut", "renoll", "renol", "ranault"],
  "Rolls-Royce": ["rolls"],
  SEAT: ["sejat", "siat"],
  Škoda: ["shkoda", "shkod"],
  SsangYong: ["ssang yong", "sangyong"],
  Suzuki: ["suzuk"],
  Toyota: ["tojota", "tojot"],
  Zastava: ["jugo"],
  Volkswagen: listed(
    "vw, volks, volksvagen, folksvagen, folcvagen, volcvagen, volsvagen, vosvagen, wolksvagen, " +
      "volkswagon, folksvagon, folsvagen, volzvagen, we we, fau ve, ve ve",
  ),
};

const classWords = listed("klasa, klase, klasi, klas, klasse, clas, clase, classe");

/** "C klas", "klasa C". */
export const mercedesClasses = ["A", "B", "C", "E", "G", "R", "S", "V", "X"].map((letter) => ({
  subject: `Mercedes-Benz ${letter}-Class`,
  names: classWords.flatMap((word) => [`${letter} ${word}`, `${word} ${letter}`]),
}));

const typeSynonyms: Readonly<Record<CarType, readonly string[]>> = {
  Sedan: ["limuzine", "limuzina", "limuzin", "limousine", "sedani"],
  SUV: [
    "dzip",
    "djip",
    "gjip",
    "terenac",
    "terensko",
    "gelandewagen",
    "jip",
    "xhip",
    "xhipi",
    "xhipa",
    "xhipe",
    "terrenor",
    "fuoristrada",
    "crossover",
  ],
  Hatchback: ["hatchbek", "hecbek", "heçbek", "hackbek"],
  Coupe: ["kupe", "coupé", "kupè"],
  Convertible: ["kabrio", "cabrio", "kabriolet", "cabriolet", "kabrijolet"],
  Pickup: [
    "kamioncine",
    "kamionqine",
    "kamiocine",
    "kamioncina",
    "pikup",
    "pikap",
    "pick up",
    "pik ap",
    "kamionet",
  ],
  Van: ["kombi bus", "furgon", "furgoni", "kombibus", "minibus", "minivan", "monovolum"],
  Wagon: [
    "karavan",
    "karavani",
    "caravan",
    "station wagon",
    "estate",
    "touring",
    "avant",
    "break",
    "stejshen",
  ],
};

const fuelSynonyms: Readonly<Record<Fuel, readonly string[]>> = {
  Benzinë: [
    "bnz",
    "benzn",
    "benzinli",
    "benziner",
    "benzinski",
    "bencin",
    "benzin",
    "benzina",
    "petrol",
    "gasoline",
    "benzinc",
  ],
  Diesel: [
    "diz",
    "dizl",
    "nft",
    "dizelas",
    "naftes",
    "dizel",
    "dizell",
    "disel",
    "naft",
    "nafte",
    "nafta",
    "dizelli",
  ],
  Hybrid: ["hibrid", "hibride", "hybride"],
  Elektrik: [
    "elektrike",
    "electric",
    "elektro",
    "elektroauto",
    "elektricni",
    "rryme",
    "rryma",
    "rrym",
    "me rryme",
  ],
  GPL: [
    "benzin plin",
    "benzin gaz",
    "benzine gaz",
    "benzin lpg",
    "benzin me gaz",
    "autogas",
    "autogaz",
    "lpg",
    "gaz",
    "gazi",
    "plin",
    "gas",
  ],
};

const originSynonyms: Readonly<Record<Origin, readonly string[]>> = {
  Evropë: ["evropa", "evropiane", "europe", "europa"],
  Koreja: ["kore", "korea", "koreane"],
  Japoni: ["japonia", "japoneze", "japan"],
  Amerika: ["amerike", "amerikane", "usa", "shba"],
  Kinë: ["kina", "kineze", "china"],
};

/**
 * Words that mean an origin only if the text says that the car comes from there; countries are features
 * (features.ts).
 */
const european = ["evropa", "evropes", "evrope"];
const comingFrom = listed(
  "nga, prej, import, importi, importuar, import nga, import prej, importuar nga, importuar prej, " +
    "ardhur nga, ardhur prej, ardhun nga, ardhun prej, sjelle nga, sjellur nga, sjellun prej, blere ne, from, aus, iz",
);

/** The same for whole phrases. */
export const originPhrases: Readonly<Partial<Record<Origin, readonly string[]>>> = {
  Evropë: european.flatMap((country) => comingFrom.map((coming) => `${coming} ${country}`)),
};

const transmissionSynonyms: Readonly<Record<Transmission, readonly string[]>> = {
  Manual: [
    "man",
    "rucni",
    "schaltgetriebe",
    "schaltgetribe",
    "manuale",
    "manuel",
    "manuell",
    "manuali",
    "ndërrues manual",
    "jo automatik",
    "jo automatike",
    "jo automat",
    "jo aut",
  ],
  Automatik: [
    "aut",
    "otomatik",
    "dsg",
    "tiptronic",
    "s tronic",
    "steptronic",
    "automatski",
    "automatk",
    "automatike",
    "automat",
    "automatic",
    "automatiku",
    "avtomatik",
    "ndërrues automatik",
    "jo manual",
    "jo manuale",
  ],
};

const conditionSynonyms: Readonly<Record<Condition, readonly string[]>> = {
  "E re": [
    "brand new",
    "new",
    "nov",
    "nova",
    "neu",
    "neuwagen",
    "e reja",
    "vetura te reja",
    "veture te re",
    "makina te reja",
    "kerre te reja",
    "krejt e re",
    "zero kilometra",
    "0 km",
  ],
  "Shumë e mirë": ["shum e mir", "shume mire", "gjendje shume te mire"],
  "E mirë": ["e mir", "gjendje te mire"],
  "E kënaqshme": ["kenaqshme"],
};

const customsPaidSynonyms: readonly { value: "true" | "false"; names: readonly string[] }[] = [
  {
    value: "true",
    names: [
      "dogana e pagume",
      "dogan e paguar",
      "doganen e paguar",
      "e doganume",
      "doganume",
      "e dogannume",
      "doganu",
      "e doganuar",
      "doganuar",
      "me dogane",
      "dogan",
      "dogane",
      "dogana e paguar",
      "me dogan",
      "me dogan te paguar",
      "me dogane te paguar",
      "dogan te paguar",
      "dogane te paguar",
      "dogane e paguar",
      "dogana paguar",
      "dogan t paguar",
      "dogan te pagume",
      "me dogan te pagume",
      "me dogane te pagume",
      "e paguar dogana",
    ],
  },
  {
    value: "false",
    names: listed(
      "pa dogane, padoganuar, e padoganuar, pa dogan, pa doganuar, pa doganu, pa dogannu, padoganu, pa doganume, " +
        "padoganume, e padoganume, pa pagu dogan, pa pagu dogane, pa pague dogan, pa paguar dogan, pa paguar dogane, pa paguar doganen, " +
        "me pagese dogane, per dogan, per dogane, gati per dogan, gati per dogane, ska dogan, ska dogane, s ka dogan, s ka dogane, nuk ka dogan, " +
        "nuk ka dogane, pa u doganuar, pa u doganu, dogana e papaguar, dogana pa paguar, dogane pa paguar, jo e doganuar, jo e doganume, pa dogan te paguar, pa dogane te paguar",
    ),
  },
];

/** A value of a short list and its synonyms. */
interface NamedValue {
  readonly field: "type" | "fuel" | "transmission" | "condition" | "origin" | "customsPaid";
  readonly value: string;
  readonly names: readonly string[];
}

function named(
  field: NamedValue["field"],
  synonyms: Readonly<Record<string, readonly string[]>>,
): NamedValue[] {
  return listFields[field].values.map((value) => ({
    field,
    value,
    names: [value, ...(synonyms[value] ?? [])],
  }));
}

export const namedValues: readonly NamedValue[] = [
  ...named("type", typeSynonyms),
  ...named("fuel", fuelSynonyms),
  ...named("transmission", transmissionSynonyms),
  ...named("condition", conditionSynonyms),
  ...named("origin", originSynonyms),
  // Nobody types "true".
  ...customsPaidSynonyms.map(({ value, names }) => ({ field: "customsPaid" as const, value, names })),
];

/** Towns in neighbours' languages and by older names; definite forms are generated. */
export const locationSynonyms: Readonly<Record<string, readonly string[]>> = {
  Prishtinë: ["pristina", "pristine", "prishtin", "prishtna", "pr"],
  Prizren: ["prizen"],
  Pejë: ["pec", "peje", "pej"],
  Gjakovë: ["djakovica", "djakovice", "gjakov", "xhakova", "xhakove", "jakova"],
  Ferizaj: ["urosevac", "urosevc", "ferizej", "ferizajt"],
  Gjilan: ["gnjilane", "gilan", "gjilon"],
  Mitrovicë: ["mitrovice jugore", "kosovska mitrovica", "mitrovic"],
  "Mitrovicë e Veriut": ["mitrovica e veriut", "mitrovica veriore", "severna mitrovica", "mitrovice veriore"],
  Vushtrri: ["vucitrn", "vushtri", "vushtria", "vushtrrise"],
  Podujevë: ["podujevo", "podujev", "besian"],
  Suharekë: ["suva reka", "suharek", "therand"],
  Rahovec: ["orahovac", "rahovc"],
  Malishevë: ["malisevo", "malishev"],
  Lipjan: ["lipljan", "lypjan"],
  Drenas: ["glogovac", "glogoc"],
  Skenderaj: ["skenderaji", "srbica"],
  Istog: ["istok", "burim"],
  Deçan: ["decani", "deqan"],
  Kaçanik: ["kaqanik"],
  Shtime: ["stimlje", "shtimje"],
  Viti: ["vitina"],
  Kamenicë: ["kamenic"],
  Dragash: ["dragas", "sharr"],
  "Fushë Kosovë": [
    "fush kosove",
    "fushe kosova",
    "fush kosova",
    "f kosove",
    "fkosove",
    "kosovo polje",
    "fush kosov",
  ],
  Obiliq: ["obilic", "kastriot"],
  Graçanicë: ["gracanica", "graqanice"],
  Novobërdë: ["novo brdo", "novoberd"],
  Shtërpcë: ["strpce", "shterpc"],
  Kllokot: ["klokot"],
  Mamushë: ["mamusa"],
  "Hani i Elezit": ["han i elezit", "han te elezit", "hanit te elezit", "elez han", "elezhan", "hani elezit"],
  Leposaviq: ["leposavic"],
  Zveçan: ["zvecan"],
};
