/** What a phone says of the site that was put on its start screen. */
export const siteAppMessages = {
  description: "Bleni dhe shitni vetura në Kosovë.",
  search: "Kërko",
  sell: "Shit",
  favorites: "Të preferuarat",
} as const;
