import type { CarColor } from "#domain/cars/car-colors.ts";
import type { FactColumn } from "#domain/cars/car-fields.ts";
import type { CarType, Condition, Fuel, Origin, Transmission } from "#domain/cars/car-lists.ts";

export interface ColumnWords {
  /** Other names of the column. */
  readonly names: readonly string[];
  /** Other words for its values. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The columns of a stock file, in the template's order, with the names that they go by and the words of their cells:
 * Albanian, English, German, and Serbian in Latin letters (docs/stock-file.md). Case, accents and hyphens do not matter.
 * A value's own name and the label that people read need no entry. What a column holds stands in the table of a car's
 * fields (domain/cars/car-fields.ts).
 */
export const stockTable = {
  referenca: {
    names: [
      "Reference",
      "Ref",
      "Stock number",
      "Referenz",
      "Interne Nummer",
      "Fahrzeugnummer",
      "Interni broj",
    ],
  },
  marka: {
    names: ["Make", "Brand", "Marke", "Hersteller", "Proizvođač"],
    words: {
      "Alfa Romeo": ["Alfa"],
      "DS Automobiles": ["DS"],
      "Mercedes-Benz": ["Mercedes"],
      Volkswagen: ["VW"],
    },
  },
  modeli: { names: ["Model", "Modell"] },
  viti: {
    names: [
      "Viti i prodhimit",
      "Year",
      "Model year",
      "Baujahr",
      "Modelljahr",
      "Godište",
      "Godina proizvodnje",
    ],
  },
  km: {
    names: [
      "Kilometra",
      "Kilometrat",
      "Kilometrazha",
      "Mileage",
      "Kilometerstand",
      "Kilometer",
      "Kilometraža",
    ],
  },
  cmimi: { names: ["Price", "Preis", "Verkaufspreis", "Cena", "Cijena"] },
  karburanti: {
    names: ["Fuel", "Fuel type", "Kraftstoff", "Kraftstoffart", "Gorivo", "Vrsta goriva"],
    words: {
      Benzinë: ["Benzin", "Benzina", "Petrol", "Gasoline"],
      Diesel: ["Dizel", "Naftë", "Nafta"],
      Hybrid: ["Hibrid", "Hibride", "Hibridni", "Plug-in hybrid", "Hybrid (Benzin/Elektro)"],
      Elektrik: ["Elektrike", "Elektro", "Electric", "Električni", "Električno"],
      GPL: ["Gaz", "LPG", "Autogas", "Autogas (LPG)", "TNG", "Plin"],
    } satisfies Record<Fuel, readonly string[]>,
  },
  transmisioni: {
    names: ["Transmission", "Gearbox", "Getriebe", "Getriebeart", "Menjač", "Mjenjač"],
    words: {
      Manual: ["Manuale", "Manuell", "Schaltgetriebe", "Manuelni", "Ručni"],
      Automatik: ["Automatike", "Automatic", "Automatikgetriebe", "Automatski"],
    } satisfies Record<Transmission, readonly string[]>,
  },
  karroceria: {
    names: ["Body", "Body type", "Bodywork", "Karosserie", "Karosserieform", "Karoserija"],
    words: {
      Sedan: ["Limousine", "Saloon", "Limuzina"],
      SUV: ["Geländewagen", "SUV/Geländewagen", "Off-road", "Terenac", "Džip"],
      Hatchback: ["Schrägheck", "Hečbek"],
      Coupe: ["Coupé"],
      Convertible: ["Cabrio", "Cabriolet", "Kabrio", "Cabrio/Roadster", "Roadster"],
      Pickup: ["Pick-up"],
      Van: ["Minivan", "Kleinbus", "Van/Kleinbus", "Kastenwagen"],
      // In Serbian and Albanian speech «kombi» is a van, too; the preview says what it was read for.
      Wagon: ["Kombi", "Estate", "Estate car", "Station wagon"],
    } satisfies Record<CarType, readonly string[]>,
  },
  ngjyra: {
    names: ["Color", "Colour", "Farbe", "Außenfarbe", "Boja"],
    words: {
      "E zezë": ["Black", "Schwarz", "Crna"],
      "E bardhë": ["White", "Weiß", "Bela", "Bijela"],
      Hiri: ["Grey", "Gray", "Grau", "Siva"],
      "E argjendtë": ["Silver", "Silber", "Srebrna"],
      Blu: ["Blue", "Blau", "Plava"],
      "E kuqe": ["Red", "Rot", "Crvena"],
      "E gjelbër": ["Green", "Grün", "Zelena"],
      Kafe: ["Brown", "Braun", "Braon", "Smeđa"],
      Bezhë: ["Beige", "Bež"],
      "E verdhë": ["Yellow", "Gelb", "Žuta"],
      Portokalli: ["Orange", "Narandžasta"],
      Vjollcë: ["Purple", "Violet", "Violett", "Ljubičasta"],
    } satisfies Record<CarColor, readonly string[]>,
  },
  kw: { names: ["Fuqia", "Power", "Leistung", "Snaga"] },
  cc: { names: ["Ccm", "Engine size", "Displacement", "Hubraum", "Kubikaža", "Zapremina"] },
  dyert: {
    names: ["Doors", "Number of doors", "Türen", "Anzahl der Türen", "Broj vrata"],
    words: { "2/3": ["2", "3"], "4/5": ["4", "5"] },
  },
  ulese: { names: ["Ulëset", "Seats", "Sitze", "Sitzplätze", "Sedišta", "Broj sedišta"] },
  regjistrimi_pare: {
    names: ["Regjistrimi i parë", "First registration", "Erstzulassung", "EZ", "Prva registracija"],
  },
  origjina: {
    names: ["Prejardhja", "Origin", "Herkunft", "Poreklo", "Porijeklo"],
    words: {
      Evropë: ["Evropa", "Europe", "Europa", "EU"],
      Koreja: ["Korea", "South Korea", "Südkorea"],
      Japoni: ["Japonia", "Japan"],
      Amerika: ["America", "USA", "SHBA", "SAD"],
      Kinë: ["Kina", "China"],
    } satisfies Record<Origin, readonly string[]>,
  },
  gjendja: {
    names: ["Condition", "Zustand", "Stanje"],
    words: {
      "E re": ["New", "Neu", "Neuwagen", "Novo"],
      "Shumë e mirë": ["Very good", "Sehr gut", "Vrlo dobro"],
      "E mirë": ["Good", "Gut", "Dobro"],
      "E kënaqshme": ["Fair", "Befriedigend", "Zadovoljavajuće"],
    } satisfies Record<Condition, readonly string[]>,
  },
  doganuar: {
    names: ["Dogana", "Customs paid", "Verzollt", "Ocarinjeno"],
    words: { true: ["ja", "yes", "da"], false: ["nein", "no", "ne"] },
  },
  qyteti: {
    names: ["Lokacioni", "City", "Town", "Location", "Ort", "Stadt", "Standort", "Grad", "Mesto", "Mjesto"],
    words: {
      Prishtinë: ["Prishtina", "Pristina"],
      Pejë: ["Peja", "Peć"],
      Gjakovë: ["Gjakova", "Đakovica"],
      Gjilan: ["Gjilani", "Gnjilane"],
      Ferizaj: ["Ferizaji", "Uroševac"],
      Prizren: ["Prizreni"],
      Mitrovicë: ["Mitrovica", "Kosovska Mitrovica"],
      Podujevë: ["Podujeva", "Podujevo"],
      Vushtrri: ["Vushtrria", "Vučitrn"],
      Suharekë: ["Suhareka", "Suva Reka"],
      Rahovec: ["Rahoveci", "Orahovac"],
      "Fushë Kosovë": ["Fushë Kosova", "Kosovo Polje"],
      Graçanicë: ["Graçanica", "Gračanica"],
      Lipjan: ["Lipjani", "Lipljan"],
      Drenas: ["Drenasi", "Gllogoc", "Glogovac"],
      Skenderaj: ["Skenderaji", "Srbica"],
      Obiliq: ["Obiliqi", "Kastriot", "Obilić"],
      Kamenicë: ["Kamenica", "Kosovska Kamenica"],
      Malishevë: ["Malisheva", "Mališevo"],
      Klinë: ["Klina"],
      Istog: ["Istogu", "Istok"],
      Deçan: ["Deçani", "Dečani"],
      Kaçanik: ["Kaçaniku", "Kačanik"],
      Shtime: ["Shtimja", "Štimlje"],
      Dragash: ["Dragashi", "Dragaš"],
      Shtërpcë: ["Shtërpca", "Štrpce"],
      Novobërdë: ["Novobërda", "Novo Brdo"],
      Leposaviq: ["Leposaviqi", "Leposavić"],
      Zveçan: ["Zveçani", "Zvečan"],
    },
  },
  vin: {
    names: [
      "Numri i shasisë",
      "Nr. shasisë",
      "FIN",
      "Fahrgestellnummer",
      "Fahrzeug-Identifizierungsnummer",
      "Chassis number",
      "Vehicle identification number",
      "Broj šasije",
    ],
  },
  pershkrimi: { names: ["Description", "Beschreibung", "Bemerkung", "Opis"] },
  fotot: { names: ["Foto", "Photos", "Pictures", "Images", "Bilder", "Fotos", "Slike", "Fotografije"] },
} as const satisfies Readonly<Record<FactColumn | "referenca" | "fotot" | "vin", ColumnWords>>;

export type StockColumn = keyof typeof stockTable;
