import type { Section } from "./section-table.tsx";

/** The id of the page's heading. */
export const adminHeadingId = "administration";

/** The address of an account's screen, within the users. */
export function accountAddress(id: string): string {
  return sectionAddress("users", { user: id });
}

/** The address of a payment's screen, within the payments. */
export function paymentAddress(id: string): string {
  return sectionAddress("payments", { payment: id });
}

function address(tab: string | null, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams({ ...(tab !== null && { tab }), ...query }).toString();
  return search === "" ? "/admin" : `/admin?${search}`;
}

/** The address of a section, with its list's query. */
export function sectionAddress(section: Section, query: Readonly<Record<string, string>> = {}): string {
  return address(section === "overview" ? null : section, query);
}

/** The current section with another query. */
export function sameSection(present: URLSearchParams, query: Readonly<Record<string, string>>): string {
  return address(present.get("tab"), query);
}
