import type { ReportReason } from "#domain/reports/report-reasons.ts";

/** Demo texts: visitors' reports, two cars for the review, and the reason of a suspension. */
export const demoMessages = {
  reports: {
    fraud: "Çmimi është shumë i ulët dhe shitësi kërkon kapar pa e treguar veturën.",
    wrong_data: "Kilometrat nuk përputhen me librezën e servisit.",
    sold: "E pyeta dje: vetura është shitur para një jave.",
    duplicate: "E njëjta veturë del edhe me çmim tjetër.",
    offensive: "Në përshkrim ka fyerje.",
  },
  review: {
    deposit: "Ka shumë interesim: kush dërgon 300 € kapar me Western Union, ia ruaj veturën deri të shtunën.",
    abroad: "Jam jashtë vendit për punë, vetura ju vjen në shtëpi me transport pas pagesës.",
  },
  suspensionReason: "Fotot e veturës janë marrë nga një shpallje e huaj.",
} as const satisfies {
  reports: Partial<Record<ReportReason, string>>;
  suspensionReason: string;
  review: Readonly<Record<"deposit" | "abroad", string>>;
};
