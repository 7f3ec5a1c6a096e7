import { formatAmount, formatEngineSize } from "#domain/format/format.ts";

const whichCar = (fuel: string, euOrigin: boolean) =>
  `${fuel}, ${euOrigin ? "me origjinë nga BE-ja" : "pa origjinë nga BE-ja"}`;

/** Texts of the calls about import costs and tariffs. */
export const tariffMessages = {
  priceInvalid: "Shkruani një çmim nga 1 € deri në 5.000.000 €",
  engineInvalid: "Shkruani vëllimin e motorit nga 0 deri në 10.000 cm³",
  engineRequired: "Vëllimi i motorit është i detyrueshëm, përveç për veturat elektrike",
  yearInvalid: (most: number) => `Shkruani një vit nga 1900 deri në ${most}`,
  fuelInvalid: "Zgjidhni karburantin nga lista",
  euOriginInvalid: "Zgjidhni nëse vetura ka origjinë nga BE-ja",
  dayInvalid: "Data duhet të shkruhet si VVVV-MM-DD",
  noTariff: "Për këtë datë nuk ka tarifë",

  tariffNotFound: "Tarifa nuk u gjet",
  tariffActive: "Kjo tarifë është aktive dhe nuk mund të ndryshohet. Krijoni një draft të ri.",
  from: (day: string) => `nga ${day}`,
  overlaps: "Për këto ditë ka tashmë një tarifë aktive. Zgjidhni ditë të tjera.",

  titleRequired: "Shkruani burimin e tarifës",
  titleTooLong: "Burimi mund të ketë deri në 200 karaktere",
  urlInvalid: "Shkruani adresën e burimit, me https://",
  maxAgeInvalid: "Mosha duhet të jetë numër i plotë nga 0 deri në 100 vjet",
  linesInvalid: "Rreshtat e tarifës nuk mund të lexohen",
  linesMissing: "Tarifa duhet të ketë të paktën një rresht",
  linesTooMany: "Tarifa mund të ketë deri në 40 rreshta",
  labelRequired: "Shkruani emrin e rreshtit",
  labelTooLong: "Emri i rreshtit mund të ketë deri në 60 karaktere",
  limitInvalid: "Kufiri duhet të jetë numër i plotë, jo negativ",
  amountInvalid: "Shkruani shumën si numër, ose lëreni të zbrazët nëse nuk dihet",
  amountNegative: "Shuma nuk mund të jetë negative",
  amountTooHigh: (most: number) => `Vlera mund të jetë deri në ${formatAmount(most)}`,
  amountDecimals: "Shuma mund të ketë deri në dy shifra pas presjes",
  tableEmpty: "Tabela duhet të ketë të paktën një rresht",
  tableTooLong: "Tabela mund të ketë deri në 40 rreshta",
  rowHidden: "Ky rresht nuk vlen kurrë: një rresht para tij i përfshin të njëjtat vetura",
  tableHole: (age: number, engineCc: number) =>
    `Tabela nuk ka shumë për moshën ${age} vjet dhe motorin ${formatEngineSize(engineCc)}`,
  baseMissing: "Zgjidhni të paktën një bazë për përqindjen",
  baseTwice: "E njëjta bazë është zgjedhur dy herë",
  baseLater: "Përqindja mund të llogaritet vetëm mbi çmimin dhe mbi rreshtat para saj",
  baseUnknown: "Përqindja llogaritet mbi një rresht që kjo tarifë nuk e ka",
  linesOverlap: (fuel: string, euOrigin: boolean) =>
    `Më shumë se një rresht vlen për: ${whichCar(fuel, euOrigin)}`,
  lineMissing: (fuel: string, euOrigin: boolean) => `Asnjë rresht nuk vlen për: ${whichCar(fuel, euOrigin)}`,
  endsBeforeStart: "Dita e fundit duhet të jetë pas ditës së parë",
} as const;
