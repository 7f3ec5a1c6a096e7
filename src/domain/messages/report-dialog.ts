/** Texts of the report dialog; reasons and validation texts are in reports.ts. */
export const reportDialogMessages = {
  title: "Raporto veturën",
  lead: (car: string) =>
    `Çfarë nuk është në rregull me ${car}? Raportimin e sheh vetëm ekipi ynë, shitësi nuk merr vesh kush raportoi.`,
  reason: "Arsyeja",
  text: "Shpjegimi",
  textHint: "Çfarë keni vënë re? Sa më konkretisht, aq më shpejt e shqyrtojmë.",
  email: "Email-i",
  emailHint: "Nëse e lini, ju lajmërojmë një herë se çfarë vendosëm.",
  send: "Dërgo raportimin",
  cancel: "Anulo",
  close: "Mbyll",
  sentTitle: "Faleminderit për raportimin",
  sent: "E morëm dhe do ta shqyrtojmë.",
  sentMail: (email: string) => `Përgjigjen e dërgojmë te ${email}.`,
  failed: "Raportimi nuk u dërgua. Provoni përsëri.",
  tooMany: "Keni dërguar shumë raportime. Provoni përsëri pas pak.",
} as const;
