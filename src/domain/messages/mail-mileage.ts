import { correctionHours, waitDays } from "#domain/cars/mileage-history.ts";
import { formatDate } from "#domain/format/format.ts";
import type { MailText } from "./mail.ts";

/** The mail that tells an owner about a higher earlier mileage of the same car. */
export function lowerMileageMail({
  car,
  mileage,
  publicAt,
}: {
  readonly car: string;
  readonly mileage: string;
  readonly publicAt: Date;
}): MailText {
  return {
    subject: `Kilometrat e veturës suaj ${car}`,
    before: [
      `Te vetura juaj ${car} shkruan ${mileage}. Më parë për të njëjtin numër shasie janë shkruar më shumë kilometra.`,
      "Kjo mund të ketë një shpjegim të thjeshtë: një gabim në shtypje, një matës i ndërruar ose milje në vend të kilometrave. Kontrolloni numrin dhe, nëse është i saktë, shkruani një shënim për blerësit.",
    ],
    rows: [
      ["Kilometrat tani", mileage],
      ["Blerësit e shohin më", formatDate(publicAt)],
    ],
    action: "Shkruani shënimin",
    after: [
      `Nëse është gabim në shtypje, korrigjojeni brenda ${correctionHours} orëve: atëherë historia nuk e ruan.`,
      `Historia e kilometrave shfaqet te shpallja pas ${waitDays} ditësh, ose menjëherë kur ta shkruani shënimin. Shënimi qëndron pranë saj.`,
    ],
  };
}
