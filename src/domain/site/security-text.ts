/** At most a year, as RFC 9116 requires; computed on each read. */
const maxDays = 180;

/**
 * The lines of /.well-known/security.txt; null without a contact address, which the file requires. `Expires` is
 * a midnight, so that the file is constant for a day.
 */
export function securityText(site: { contactEmail: string; publicUrl: string; now: Date }): string | null {
  const contact = site.contactEmail.trim();
  if (contact === "") return null;
  const expires = new Date(site.now);
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + maxDays);
  const lines = [
    `Contact: mailto:${encodeURIComponent(contact).replaceAll("%40", "@").replaceAll("%2B", "+")}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: sq, en",
    `Canonical: ${site.publicUrl}/.well-known/security.txt`,
    "",
  ];
  return lines.join("\n");
}
