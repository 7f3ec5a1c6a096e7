import { featureLabels as labels } from "#domain/messages/features.ts";
import { countries } from "./countries.ts";
import { listed } from "./listed.ts";

/** A car's facts that decide beside its text. */
export interface FeaturedFacts {
  brand: string;
  type: string;
}

/**
 * A feature of cars, with the phrases of queries and of sellers' texts. Phrases are folded. In texts `*` is any
 * ending after at least four letters, `#` a figure. A negated phrase ("pa", "nuk ka", "jo") means the opposite,
 * if there is one, else nothing.
 */
export interface Feature {
  id: string;
  label: string;
  asked: readonly string[];
  said: readonly string[];
  /** Longer phrases with this meaning whose negation means nothing: no big accidents may be small ones. */
  saidUnlessDenied?: readonly string[];
  /** Longer phrases with the same words and another meaning. */
  except?: readonly string[];
  opposite?: string;
  isFault?: boolean;
  /** Decides by facts, given the features of the text. */
  isOf?: (car: FeaturedFacts, said: ReadonlySet<string>) => boolean;
}

const spokenCounts: Readonly<Record<string, readonly string[]>> = {
  "2": ["dy"],
  "4": ["kater"],
  "5": ["pese", "pes"],
  "6": ["gjashte", "gjasht"],
  "7": ["shtate", "shtat"],
  "8": ["tete", "tet"],
  "9": ["nente", "nent", "nand"],
};

/** "Km reale", "kilometrat janë të vërteta". */
function mileages(): string[] {
  const nouns = listed(
    "km, kilometra, kilometrat, kilometer, kilometrazh, kilometrazhi, kilometrazhin, kilometrash, kilometrave",
  );
  const links = ["", "te ", "i ", "jane ", "jane te ", "eshte ", "eshte i "];
  const adjectives = listed(
    "reale, real, rreale, origjinale, origjinal, orgjinale, originale, verteta, vertete, vertet, vertetuara, vertetuar, sakta, sakte, garantuara, garantuar",
  );
  return nouns.flatMap((noun) =>
    links.flatMap((link) => adjectives.map((adjective) => `${noun} ${link}${adjective}`)),
  );
}

/** Makers' names for four-wheel drive: on their cars any word for it means the same. */
function makersDrive(
  id: "quattro" | "4motion" | "xdrive" | "4matic",
  brands: readonly string[],
  names: string,
): Feature {
  const spelled = listed(names);
  return {
    id,
    label: labels[id],
    asked: spelled,
    said: spelled.map((name) => (name === "xdrive" ? "xdrive*" : name)),
    isOf: ({ brand }, said) => brands.includes(brand) && said.has("awd"),
  };
}

const drives: readonly Feature[] = [
  {
    id: "awd",
    label: labels.awd,
    asked: listed(
      "4x4, 4wd, awd, kater me kater, 4 me kater, 4 me 4, kater x kater, allrad, allradantrieb, all wheel drive, four wheel drive",
    ),
    said: listed(
      "4x4, 4x4*, 4wd, awd, kater me kater, 4 me 4, kater x kater, allrad*, all wheel drive, four wheel drive, quattro, 4motion, 4 motion, " +
        "xdrive*, x drive, 4matic, 4 matic, syncro, haldex, allgrip, allroad, alltrack",
    ),
  },
  makersDrive("quattro", ["Audi"], "quattro, kuatro, quatro, quatto, kuattro"),
  makersDrive("4motion", ["Volkswagen"], "4motion, 4 motion, 4moution"),
  makersDrive("xdrive", ["BMW"], "xdrive, x drive, iksdrive"),
  makersDrive("4matic", ["Mercedes-Benz"], "4matic, 4 matic, 4matik"),
];

const roofs: readonly Feature[] = [
  {
    id: "panorama",
    label: labels.panorama,
    asked: listed(
      "panorame, panorama, panoram, panoramik, panoramike, cati panoramike, qati panoramike, cati panorame, qati panorame, xham panoramik, " +
        "kulm panoramik, panoramadach",
    ),
    said: ["panoram*"],
    except: listed("kamera panoram*, kamere panoram*, kamer panoram*, pamje panoram*"),
  },
  {
    id: "sunroof",
    label: labels.sunroof,
    asked: listed(
      "shiber, shiberdah, shibedah, schiebedach, sunroof, cati qe hapet, qati qe hapet, cati e hapshme, qati e hapshme, cati hapese, cati me hapje",
    ),
    said: listed(
      "shiber*, shibedah, schiebedach, sunroof, cati qe hapet, cati e hapshme, cati te hapshme, cati hapese, cati me hapje, catia hapet",
    ),
  },
];

const seatWords = listed(
  "ulese, ulse, ulesh, ulsh, uls, ulesha, vende, vendesh, vendsh, vend, veta, persona, sitzer, sitze, seats, seater, karrige",
);

/** The id of a number of seats. */
export function seatsFeature(count: number): string {
  return `seats:${count}`;
}

const seatCounts = listed("2, 4, 5, 6, 7, 8, 9");
/** All numbers of seats that occur in texts. */
export const seatsFeatures = seatCounts.map((count) => seatsFeature(Number(count)));

const seats: readonly Feature[] = seatCounts.map((count) => ({
  id: seatsFeature(Number(count)),
  label: labels.seats(Number(count)),
  asked: seatWords.map((word) => `${count} ${word}`),
  said: [
    ...seatWords.flatMap((word) => [`${count} ${word}`, `${count}${word}`]),
    ...(spokenCounts[count] ?? []).flatMap((spoken) => seatWords.map((word) => `${spoken} ${word}`)),
  ],
}));

const states: readonly Feature[] = [
  {
    id: "warranty",
    label: labels.warranty,
    asked: listed(
      "garanci, garancion, garancia, garancioni, garanti, garantion, garantie, warranty, garanc, garancijon",
    ),
    said: listed("garanci*, garanti, garantion, garantie, warranty"),
  },
  {
    id: "accident",
    label: labels.accident,
    opposite: "accidentFree",
    isFault: true,
    asked: listed(
      "aksident, aksidente, aksidentin, aksidentuar, aksidentuara, aksidentume, aksidentum, aksidentu, aksidentune, te aksidentuar, " +
        "te aksidentuara, goditur, e goditur, perplasur, unfall, unfallwagen",
    ),
    said: listed("aksident*, perplasur, perplasun, goditur, goditun, unfall, unfallwagen, havaruar"),
    saidUnlessDenied: listed(
      "aksident* te medha, aksident* te medhaja, aksident* te renda, aksident* te rende, aksident* te madh, aksident* i madh, " +
        "aksident* serioz*, aksident* te forta",
    ),
  },
  {
    id: "accidentFree",
    label: labels.accidentFree,
    opposite: "accident",
    asked: listed(
      "paaksidentuar, paaksidentume, pa u aksidentu, pa u aksidentuar, unfallfrei, accident free",
    ),
    said: listed("paaksident*, pa u aksident*, unfallfrei, accident free"),
  },
  {
    id: "registered",
    label: labels.registered,
    opposite: "unregistered",
    asked: listed(
      "regjistrim, regjistrimi, regjistrimin, rregjistrim, registrim, regjistruar, rregjistruar, registruar, regjistruara, regjistrume, " +
        "regjistrum, regjistru, regjistrune, rregjistrume, me targa, me targa rks, targa rks, registrirana, angemeldet",
    ),
    said: listed(
      "regjistruar, rregjistruar, registruar, regjistrume, regjistrum, regjistrun, rregjistrume, me regjistrim, ka regjistrim, " +
        "regjistrim #, regjistrimi #, regjistrim deri, regjistrimi deri, regjistrimi vlen, regjistrim edhe, regjistrim vjetor, " +
        "regjistrim nje, regjistrim i ri, me targa, targa rks, targat rks, angemeldet",
    ),
    except: listed(
      "regjistruar ne #, regjistruar ne vitin, regjistruar per here te pare, regjistruar se pari, regjistrimi i pare, regjistrim i pare, " +
        "me targa te huaja, me targa gjermane, me targa zvicrane, me targa italiane, me targa franceze, me targa austriake, me targa prove, " +
        "regjistrim te pare, regjistrimin e pare",
    ),
  },
  {
    id: "unregistered",
    label: labels.unregistered,
    opposite: "registered",
    asked: listed(
      "paregjistruar, e paregjistruar, paregjistrume, e paregjistrume, pa u regjistru, pa u regjistruar, gati per regjistrim, " +
        "gati regjistrim, per regjistrim",
    ),
    said: listed(
      "paregjistr*, pa u regjistr*, pa regjistrim, pa regjistrimin, pa rregjistrim, pa targa, ska regjistrim, nuk ka regjistrim, s ka regjistrim, nuk ka targa, gati per regjistrim, gati per tu regjistruar, gati per t u regjistruar, gatshme per regjistrim, gati regjistrim, " +
        "duhet regjistruar, duhet te regjistrohet, per regjistrim, per tu regjistruar, per t u regjistruar, regjistrim i skaduar, regjistrimi ka skaduar, regjistrimi i skaduar, " +
        "regjistrimin e skaduar, pritet regjistrimi, pret regjistrimin",
    ),
  },
  {
    id: "papers",
    label: labels.papers,
    opposite: "noPapers",
    asked: listed(
      "letra, letrat, me letra, letra te rregullta, letra te rregullt, letra ne rregull, letrat ne rregull, dokumente, dokumenta, dokumentet, " +
        "dokumente te rregullta, dokumente ne rregull, dokumentet ne rregull, dokumenta ne rregull, dokumentacion, dokumentacion te rregullt, " +
        "papiere",
    ),
    said: listed("letra, letrat, dokumente, dokumenta, dokumentet, dokumentacion*, papiere"),
  },
  {
    id: "forParts",
    label: labels.forParts,
    asked: listed("pjes, pjese, per pjes, per pjese, per pjest, vetem per pjese"),
    said: listed("per pjes, per pjese, vetem per pjese, ne pjese, ersatzteile"),
    except: listed("nderrim per pjese, lista per pjese"),
  },
  {
    id: "noPapers",
    label: labels.noPapers,
    opposite: "papers",
    asked: [],
    said: [],
  },
  {
    id: "realMileage",
    label: labels.realMileage,
    asked: listed("reale, kilometra t verteta").concat(mileages()),
    said: mileages(),
  },
];

const family: Feature = {
  id: "family",
  label: labels.family,
  asked: listed("familjare, familjar, familiare, familjarja, familjaren"),
  said: [],
  isOf: ({ type }, said) => type === "Wagon" || type === "Van" || said.has("seats:7"),
};

const origins: readonly Feature[] = countries.map(({ id, asked, said }) => ({
  id: `from:${id}`,
  label: labels.from(labels.countries[id]),
  asked,
  said,
}));

/** All features; those that depend on facts and others follow their inputs. */
export const features: readonly Feature[] = [...drives, ...roofs, ...seats, ...states, family, ...origins];

const byId = new Map(features.map((feature) => [feature.id, feature]));

/** The feature of this id. Throws for an unknown one. */
export function featureOf(id: string): Feature {
  const feature = byId.get(id);
  if (feature === undefined) throw new Error(`No feature "${id}".`);
  return feature;
}

/** A feature condition of a search; `not`: cars that do not state it. */
export interface AskedFeature {
  id: string;
  not: boolean;
}
