import type { FeedReason } from "#domain/dealers/stock-feeds.ts";

/** Why a fetch of a dealer's stock failed, and what to do. */
const reasons: Readonly<Record<FeedReason, string>> = {
  bad_address: "Adresa nuk është e plotë. Kopjojeni të tërën, me https:// në fillim.",
  not_https: "Adresa duhet të fillojë me https://.",
  has_password:
    "Adresa nuk duhet të ketë emër përdoruesi dhe fjalëkalim para shenjës @. Përdorni një adresë me çelës në fund.",
  bad_port: "Numri i portës në adresë duhet të jetë 443 ose nga 1024 e lart.",
  not_public: "Adresa nuk është në internetin publik.",
  unknown_host: "Faqja me këtë emër nuk u gjet. Kontrolloni adresën.",
  unreachable: "Faqja nuk u përgjigj. Kontrolloni a hapet adresa në shfletues.",
  bad_certificate: "Certifikata e faqes nuk vlen. Kërkoni nga mirëmbajtësi i saj ta rregullojë.",
  bad_status: "Faqja nuk e dha skedarin. Kontrolloni a hapet adresa në shfletues pa hyrë në llogari.",
  too_many_redirects: "Adresa ridrejton shumë herë. Përdorni adresën e fundit.",
  too_large: "Skedari është më i madh se 300 MB.",
  too_slow: "Skedari nuk arriti me kohë.",
  unreadable: "Faqja e dërgoi skedarin të kompresuar, edhe pse nuk e kërkuam ashtu.",
  no_stock_file: "Skedari nuk u lexua si stok. Hapeni importimin për gabimet.",
  too_many_missing:
    "Në skedar mungon më shumë se 30\u00A0% e stokut. Hapeni importimin dhe konfirmojeni vetë.",
  undone:
    "Importimi i mëparshëm nga kjo adresë u zhbë, prandaj ky pret. Hapeni importimin, shikojeni dhe aplikojeni vetë.",
  interrupted: "Marrja u ndërpre. Provohet përsëri në orarin e radhës.",
};

/** Texts of the feeds: stock fetched from an address, and the cars for other sites (specification.md#feeds). */
export const feedMessages = {
  reasons,
  addressRequired: "Adresa është e detyrueshme",
  addressTooLong: "Adresa është shumë e gjatë",
  hoursUnknown: "Zgjidhni çdo 6, 12 ose 24 orë",
  archiveMissingRequired: "Zgjidhni a të arkivohen veturat që mungojnë në skedar",

  stock: {
    heading: "Stoku nga një adresë",
    intro:
      "Nëse programi juaj e vendos stokun në një adresë (CSV ose ZIP), e marrim ne vetë me orar dhe i përditësojmë veturat.",
    url: "Adresa e skedarit",
    urlHint: "Fillon me https:// dhe hapet pa fjalëkalim.",
    every: "Sa shpesh",
    hours: (hours: number) => `Çdo ${hours} orë`,
    archiveMissing: "Arkivo veturat që nuk janë më në skedar",
    save: "Ruaje dhe merre tani",
    saved: "Adresa u ruajt. Skedari merret brenda pak minutash.",
    saveFailed: "Adresa nuk u ruajt. Provoni përsëri.",
    remove: "Hiqe adresën",
    removed: "Adresa u hoq. Stoku juaj mbetet si është.",
    removeFailed: "Adresa nuk u hoq. Provoni përsëri.",
    loadFailed: "Adresa nuk u lexua. Provoni përsëri.",
    next: (moment: string) => `Herën tjetër merret më ${moment}.`,
    results: "Herët e fundit",
    running: "Po merret",
    outcomes: { applied: "U përditësua", unchanged: "Pa ndryshime", failed: "Dështoi" },
    open: (moment: string) => `Hape importimin e ${moment}`,
  },

  mail: {
    subject: "Stoku juaj nuk u mor dy herë radhazi",
    lead: (reason: string) =>
      `Skedari me stokun tuaj nuk u përdor dy herë radhazi, prandaj veturat mund të mos jenë si te ju. Arsyeja e fundit: ${reason}`,
    action: "Hape faqen e importimit",
  },

  outward: {
    heading: "Veturat tuaja në faqe të tjera",
    intro:
      "Facebook, Instagram dhe faqe të tjera mund t'i lexojnë veturat tuaja në shitje nga një adresë. Numri i telefonit nuk është aty.",
    label: "Lejo faqet e tjera t'i lexojnë veturat",
    csv: "Adresa për Facebook dhe Instagram (CSV)",
    json: "Adresa për faqe dhe programe (JSON Feed)",
    copy: "Kopjo",
    copied: "Adresa u kopjua.",
    copyFailed: "Adresa nuk u kopjua. Shënojeni dhe kopjojeni vetë.",
    loadFailed: "Gjendja nuk u lexua. Provoni përsëri.",
    switchedOn: "Veturat tuaja tani lexohen edhe nga faqet e tjera.",
    switchedOff: "Veturat tuaja nuk lexohen më nga faqet e tjera.",
    switchFailed: "Ndryshimi nuk u ruajt. Provoni përsëri.",
  },
} as const;
