/** Limits of saved searches, followed cars and their mails. */
export const alertLimits = {
  maxSavedSearches: 50,
  maxFollowedCars: 200,
  maxName: 80,
  /** Characters of a saved search as a query; far more than the filter panel can produce. */
  maxQuery: 2000,
  /** Mails to a follower about one car's price: its seller decides how often it changes. */
  maxPriceMailsADay: 3,
  /** Mails about one search within a day; later ones go once an hour, with everything found until then. */
  maxSearchMailsADay: 20,
  /** Cars shown in one mail; the rest is behind its link. */
  maxCarsInMail: 20,
} as const;

/** Days for which a sent mail is remembered. */
export const alertMailDays = 90;

/** Days for which a car that an import archived is still followed; imports can be undone for as long at most. */
export const followMissingDays = 90;

/** Days after which a match is too old to be mailed, for example while the address is unproven. */
export const alertWaitDays = 30;

/** How often a saved search is mailed. */
export const alertFrequencies = ["at_once", "daily", "never"] as const;
export type AlertFrequency = (typeof alertFrequencies)[number];
