/** Name and description of the installed site. */
export const siteAppMessages = {
  description: "Bleni dhe shitni vetura në Kosovë.",
  search: "Kërko",
  sell: "Shit",
  favorites: "Të preferuarat",
} as const;
