import type { Section } from "./section-table.tsx";

export const adminHeadingId = "administration";

export function accountAddress(id: string): string {
  return sectionAddress("users", { user: id });
}

export function paymentAddress(id: string): string {
  return sectionAddress("payments", { payment: id });
}

function address(tab: string | null, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams({ ...(tab !== null && { tab }), ...query }).toString();
  return search === "" ? "/admin" : `/admin?${search}`;
}

export function sectionAddress(section: Section, query: Readonly<Record<string, string>> = {}): string {
  return address(section === "overview" ? null : section, query);
}

/** The current section with another query. */
export function sameSection(present: URLSearchParams, query: Readonly<Record<string, string>>): string {
  return address(present.get("tab"), query);
}
