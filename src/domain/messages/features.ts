import { formatNumber } from "#domain/format/format.ts";

const withoutLabels: Readonly<Record<string, string>> = {
  panorama: "Pa panoramë",
  sunroof: "Pa çati që hapet",
  warranty: "Pa garanci",
};

/** Labels of features on the search's chips. */
export const featureLabels = {
  awd: "4x4",
  quattro: "Quattro",
  "4motion": "4Motion",
  xdrive: "xDrive",
  "4matic": "4Matic",
  panorama: "Panoramë",
  sunroof: "Çati që hapet",
  warranty: "Me garanci",
  accident: "E aksidentuar",
  accidentFree: "Pa aksident",
  registered: "E regjistruar",
  unregistered: "E paregjistruar",
  papers: "Me letra",
  noPapers: "Pa letra",
  forParts: "Për pjesë",
  realMileage: "Kilometra reale",
  family: "Familjare",
  seats: (count: number) => `${formatNumber(count)} ulëse`,
  /** Labels of negated features, by id or else by label. */
  without: (id: string, label: string) => withoutLabels[id] ?? `Jo: ${label}`,
  from: (country: string) => `Nga ${country}`,
  countries: {
    de: "Gjermania",
    ch: "Zvicra",
    it: "Italia",
    fr: "Franca",
    at: "Austria",
    be: "Belgjika",
    nl: "Holanda",
    lu: "Luksemburgu",
    se: "Suedia",
    no: "Norvegjia",
    dk: "Danimarka",
    fi: "Finlanda",
    si: "Sllovenia",
    hr: "Kroacia",
    es: "Spanja",
    gb: "Anglia",
    pl: "Polonia",
    cz: "Çekia",
  },
} as const;
