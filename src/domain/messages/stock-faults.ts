import { carLimits } from "#domain/cars/car-limits.ts";
import { importLimits } from "#domain/dealers/import-limits.ts";

/** What a message may need to say beside its code. */
export interface FaultFacts {
  readonly value: string;
  /** The header's name, as the file has it. */
  readonly column: string;
  /** What is allowed, or a year, a number. */
  readonly allowed?: string;
  /** What was perhaps meant. */
  readonly nearest?: string | null;
}

const quoted = (value: string) => `«${value.length > 60 ? `${value.slice(0, 60)}…` : value}»`;
const meant = ({ nearest }: FaultFacts) =>
  nearest === undefined || nearest === null ? "" : ` A mos menduat ${quoted(nearest)}?`;
const number = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ".");

/** A fault of an imported file (specification.md#stock): what is wrong, and what to do. */
export const faultMessages = {
  file_empty: () => "Skedari është i zbrazët. Shkarkoni shabllonin, shkruani veturat dhe ngarkojeni përsëri.",
  file_not_text: () => "Skedari nuk është CSV. Ruajeni nga Excel-i si “CSV UTF-8” dhe ngarkojeni përsëri.",
  file_not_csv: () =>
    "Një thonjëz që hapet në këtë rresht nuk mbyllet askund. Mbylleni ose hiqeni, pastaj ngarkoni skedarin përsëri.",
  file_too_large: () =>
    `Tabela është më e madhe se ${importLimits.maxCsvBytes / 1_000_000} MB. Ndajeni në disa skedarë.`,
  file_gone: () => "Skedari i ngarkuar nuk gjendet më. Ngarkojeni përsëri.",
  check_failed: () =>
    "Skedarin nuk mundëm ta kontrollojmë: gabimi është yni dhe do ta shohim. Ngarkojeni përsëri.",
  header_unknown: () =>
    "Rreshti i parë nuk ka emrat e kolonave. Shkarkoni shabllonin dhe kopjoni rreshtin e tij të parë.",
  column_missing: (facts: FaultFacts) =>
    facts.nearest === undefined || facts.nearest === null
      ? `Kolona ${quoted(facts.column)} mungon. Shtojeni në rreshtin e parë, si në shabllon.`
      : `Kolona ${quoted(facts.column)} mungon. Nëse është ${quoted(facts.nearest)}, korrigjojeni emrin në rreshtin e parë.`,
  column_twice: ({ column }: FaultFacts) => `Kolona ${quoted(column)} përsëritet. Hiqeni njërën prej tyre.`,
  too_many_rows: () =>
    `Skedari ka më shumë se ${number(importLimits.maxRows)} rreshta. Ndajeni në disa skedarë.`,
  too_many_pictures: () =>
    `Skedari përmend më shumë se ${number(importLimits.maxPictures)} foto. Ndajeni në disa skedarë.`,
  zip_broken: () => "ZIP-i është i dëmtuar ose i paplotë. Krijojeni përsëri dhe ngarkojeni.",
  zip_encrypted: () => "ZIP-i është i mbyllur me fjalëkalim. Krijojeni pa fjalëkalim dhe ngarkojeni përsëri.",
  zip_no_csv: () => "ZIP-i nuk ka asnjë skedar CSV. Shtoni tabelën pranë fotove.",
  zip_many_csv: () => "ZIP-i ka më shumë se një skedar CSV. Lini vetëm një.",
  zip_nested: () => "ZIP-i ka një ZIP tjetër brenda. Vendosni tabelën dhe fotot drejtpërdrejt në të.",
  zip_path: () =>
    "Një emër skedari në ZIP del jashtë tij. Krijojeni ZIP-in përsëri nga një dosje e zakonshme.",
  zip_too_large: () => "I hapur, ZIP-i është tepër i madh. Zvogëloni fotot ose ndajeni në disa skedarë.",
  seller_phone_missing: () =>
    "Llogaria juaj nuk ka numër telefoni. Shtojeni te profili, pastaj veturat e reja mund të publikohen.",
  cell_count: ({ value, allowed }: FaultFacts) =>
    `Rreshti ka ${value} fusha, duhen ${allowed ?? ""}. Kontrolloni ndarësit dhe thonjëzat.`,
  encoding_mixed: ({ value }: FaultFacts) =>
    `Shkronjat e ${quoted(value)} janë të dëmtuara. Shkruajeni përsëri dhe ruajeni skedarin si “CSV UTF-8”.`,
  cell_too_long: () => `Teksti është më i gjatë se ${number(importLimits.maxCell)} karaktere. Shkurtojeni.`,
  value_missing: ({ column, allowed }: FaultFacts) =>
    `Fusha ${quoted(column)} është e zbrazët. Plotësojeni${allowed === undefined ? "." : `, p.sh. ${allowed}.`}`,
  reference_invalid: ({ value }: FaultFacts) =>
    `Referenca ${quoted(value)} nuk vlen. Përdorni 1 deri në ${carLimits.maxReference} shkronja pa theks, numra ose - _ .`,
  reference_twice: ({ value, allowed }: FaultFacts) =>
    `Referenca ${quoted(value)} është edhe në rreshtin ${allowed ?? ""}. Jepini kësaj veture një tjetër ose fshijeni rreshtin.`,
  reference_not_yours: ({ value }: FaultFacts) =>
    `Numri ${quoted(value)} nuk është i ndonjë veture tuaj. Jepini veturës një referencë tuajën.`,
  reference_removed: ({ value }: FaultFacts) =>
    `Administratori e fshiu veturën me referencën ${quoted(value)}, prandaj nuk publikohet më nga skedari. Hiqeni rreshtin; nëse fshirja ishte gabim, publikojeni veturën me dorë.`,
  brand_unknown: (facts: FaultFacts) =>
    `Marka ${quoted(facts.value)} nuk gjendet në listë.${meant(facts)} Shkruani emrin si në formularin e shitjes.`,
  text_too_long: ({ allowed }: FaultFacts) =>
    `Teksti është tepër i gjatë. Shkurtojeni deri në ${allowed ?? ""} karaktere.`,
  phone_in_text: () => "Këtu nuk shkruhet numër telefoni. Hiqeni: ai merret nga profili juaj.",
  number_invalid: ({ value, allowed }: FaultFacts) =>
    `${quoted(value)} nuk është numër. Shkruani vetëm shifra, p.sh. ${allowed ?? "12500"}.`,
  number_ambiguous: ({ value }: FaultFacts) =>
    `Nuk dihet a është pika ose presja te ${quoted(value)} për mijëshe a për dhjetore. Shkruani numrin pa të.`,
  number_not_whole: ({ value }: FaultFacts) =>
    `${quoted(value)} nuk është numër i plotë. Shkruajeni pa shifra pas presjes.`,
  year_out_of_range: ({ value, allowed }: FaultFacts) =>
    `Viti ${quoted(value)} nuk pranohet. Shkruani një vit nga ${carLimits.minYear} deri në ${allowed ?? ""}.`,
  out_of_range: ({ value, allowed }: FaultFacts) =>
    `${quoted(value)} nuk pranohet. Shkruani një numër nga ${allowed ?? ""}.`,
  value_unknown: (facts: FaultFacts) =>
    `${quoted(facts.value)} nuk njihet.${meant(facts)} Lejohen: ${facts.allowed ?? ""}.`,
  value_invalid: ({ value }: FaultFacts) => `${quoted(value)} nuk vlen këtu. Ndryshojeni sipas modelit.`,
  vin_too_many: () =>
    "Sot u janë dhënë veturave tepër numra shasie, ose tepër që ngjajnë. Kontrollojeni numrin dhe ngarkojeni rreshtin nesër.",
  code_unknown: ({ value, column }: FaultFacts) =>
    `Kodi ${quoted(value)} i ${quoted(column)} nuk njihet ende. Shkruani vlerën vetë këtu, ose prisni: posa ta plotësojmë kodin, skedari kontrollohet përsëri vetë.`,
  flag_unknown: ({ value, column }: FaultFacts) =>
    `${quoted(column)} mund të jetë 0 ose 1, jo ${quoted(value)}. Korrigjojeni.`,
  currency_unknown: ({ value }: FaultFacts) => `Çmimi është në ${quoted(value)}. Shkruajeni në euro (EUR).`,
  month_invalid: ({ value }: FaultFacts) =>
    `${quoted(value)} nuk është muaj e vit. Shkruajeni si MM.VVVV, p.sh. 05.2018.`,
  pictures_missing: () => "Vetura e re nuk ka foto. Shkruani të paktën një emër skedari ose adresë.",
  pictures_too_many: () => `Një veturë ka deri në ${carLimits.maxImages} foto. Hiqni të tepërtat.`,
  picture_not_found: ({ value }: FaultFacts) =>
    `Fotoja ${quoted(value)} nuk është në ZIP. Shtojeni ose korrigjoni emrin.`,
  picture_without_zip: ({ value }: FaultFacts) =>
    `Fotoja ${quoted(value)} është emër skedari, por nuk ngarkuat ZIP. Ngarkoni ZIP me foto, ose shkruani adresën https.`,
  picture_not_a_picture: ({ value }: FaultFacts) =>
    `${quoted(value)} nuk është foto që pranohet. Ruajeni si JPEG dhe ngarkojeni përsëri.`,
  picture_broken: ({ value }: FaultFacts) =>
    `Fotoja ${quoted(value)} është e dëmtuar ose e paplotë. Ruajeni përsëri si JPEG.`,
  picture_too_large: ({ value }: FaultFacts) =>
    `Fotoja ${quoted(value)} është tepër e madhe. Zvogëlojeni nën 25 MB dhe 50 megapiksel.`,
  picture_address: ({ value }: FaultFacts) =>
    `Adresa ${quoted(value)} nuk pranohet. Shkruani një adresë publike që fillon me https://.`,
  picture_unreachable: ({ value }: FaultFacts) =>
    `Fotoja te ${quoted(value)} nuk u shkarkua. Kontrolloni adresën dhe provoni përsëri.`,
  picture_not_yours: ({ value }: FaultFacts) =>
    `Fotoja ${quoted(value)} nuk është e juaja. Ngarkoni foton tuaj.`,
} as const satisfies Record<string, (facts: FaultFacts) => string>;

export type FaultCode = keyof typeof faultMessages;

/** What a message says of a fault. */
export function faultMessage(code: FaultCode, facts: FaultFacts): string {
  return faultMessages[code](facts);
}

/** What a cell may hold, as `allowed` of a fault. */
export const allowedWords = {
  between: (least: number, most: number) => `${number(least)} deri në ${number(most)}`,
  towns: "komunat e Kosovës, si në formular",
} as const;
