/** The dashboard's tabs, in their order; the address calls them so. */
export const sections = [
  "overview",
  "users",
  "cars",
  "payments",
  "coupons",
  "invoices",
  "reports",
  "review",
  "verifications",
  "social",
  "models",
  "tariffs",
  "audit",
  "health",
  "settings",
] as const;
export type Section = (typeof sections)[number];

/** The tab that an address names; the overview where it names none. */
export function readSection(params: URLSearchParams): Section {
  const named = params.get("tab");
  return sections.find((section) => section === named) ?? "overview";
}

/** The address of one account's screen, which stands among the users. */
export function accountAddress(id: string): string {
  return sectionAddress("users", { user: id });
}

/** The address of one payment's screen, which stands among the payments. */
export function paymentAddress(id: string): string {
  return sectionAddress("payments", { payment: id });
}

/** The address of a tab, with its list's query. */
export function sectionAddress(section: Section, query: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams(section === "overview" ? query : { tab: section, ...query });
  const search = params.toString();
  return search === "" ? "/admin" : `/admin?${search}`;
}
