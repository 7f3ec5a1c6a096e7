import { maxNote, waitDays } from "#domain/cars/mileage-history.ts";
import { formatKm, formatMonth } from "#domain/format/format.ts";

/** What listings with the same identification number said of a car's mileage, and its owner's note. */
export const mileageHistoryMessages = {
  title: "Historia e kilometrave",
  lead: "Çfarë kanë shkruar shpalljet në këtë faqe me të njëjtin numër shasie.",
  lower: "Më parë për këtë veturë janë shkruar më shumë kilometra. Pyeteni shitësin për arsyen.",
  chart: (first: { date: string; mileage: number }, last: { date: string; mileage: number }) =>
    `Kilometrat nga ${formatKm(first.mileage)} (${formatMonth(first.date)}) deri te ${formatKm(last.mileage)} (${formatMonth(last.date)})`,
  table: "Shfaq si tabelë",
  month: "Muaji",
  mileage: "Kilometrat",
  note: "Shënimi i pronarit",

  /** One line in the owner's list. */
  ownLine: "Më pak kilometra se më parë",
  ownTitle: "Më parë për këtë veturë janë shkruar më shumë kilometra.",
  ownWaits: (date: string) =>
    `Blerësit e shohin më ${date}, ose menjëherë kur ta shkruani shënimin. Nëse numri është gabim, ndreqeni te «Edito».`,
  ownPublic: "Blerësit e shohin te historia e kilometrave.",
  write: "Shkruaj shënimin",
  change: "Ndrysho shënimin",
  dialogTitle: "Shënimi për kilometrat",
  dialogLead: `Shkruani shkurt arsyen, p.sh. se matësi është ndërruar. Shënimi qëndron pranë historisë së kilometrave, e cila bëhet publike menjëherë, jo pas ${waitDays} ditësh.`,
  field: "Shënimi",
  hint: `Më së shumti ${maxNote} shenja. Numrat e telefonit nuk shfaqen.`,
  save: "Ruaj",
  saved: "Shënimi u ruajt",
  failed: "Shënimi nuk u ruajt. Provoni përsëri.",
} as const;
