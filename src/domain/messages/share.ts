/** Texts of sharing a page with others. */
export const shareMessages = {
  label: "Shpërndaje",
  system: "Shpërndaje",
  whatsapp: "WhatsApp",
  viber: "Viber",
  facebook: "Facebook",
  copy: "Kopjo lidhjen",
  copied: "Adresa u kopjua",
  copyFailed: "Adresa nuk u kopjua. Kopjojeni nga shfletuesi.",
} as const;
