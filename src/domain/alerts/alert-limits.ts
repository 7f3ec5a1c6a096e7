/** Bounds of saved searches, followed cars and the mails about them. */
export const alertLimits = {
  maxSavedSearches: 50,
  maxFollowedCars: 200,
  maxName: 80,
  /** Characters of a saved search as a query; far more than the filter panel can make. */
  maxQuery: 2000,
  /** Mails to a follower about one car's price: its seller decides how often it is cut. */
  maxPriceMailsADay: 3,
  /** Mails about one search within a day; further ones go once an hour, with all that was found until then. */
  maxSearchMailsADay: 20,
  /** Cars that one mail shows; the rest is behind its link. */
  maxCarsInMail: 20,
} as const;

/** Days for which it is remembered that a mail was sent. */
export const alertMailDays = 90;

/**
 * Days after which a found car is no news any more: longer than that nothing waits for its mail, such as for the proof of
 * the person's address.
 */
export const alertWaitDays = 30;

/** How often a saved search is mailed. */
export const alertFrequencies = ["at_once", "daily", "never"] as const;
export type AlertFrequency = (typeof alertFrequencies)[number];
