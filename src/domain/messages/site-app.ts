/** What a phone says of the site that was put on its start screen. */
export const siteAppMessages = {
  description: "Blej dhe shit vetura në Kosovë.",
  search: "Kërko vetura",
  sell: "Shto veturë",
} as const;
