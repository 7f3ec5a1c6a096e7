import { z } from "zod";
import { alertFrequencies, alertLimits } from "#domain/alerts/alert-limits.ts";
import { savedQuery } from "#domain/search/saved-query.ts";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { car } from "./cars.ts";
import { idParams, noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

const name = z
  .string(text.nameRequired)
  .overwrite(cleanLine)
  .min(1, text.nameRequired)
  .max(alertLimits.maxName, text.nameTooLong(alertLimits.maxName));

const frequency = z.enum(alertFrequencies, text.frequencyInvalid);

/** Any query string of the search; stored in canonical form, without the order. */
const query = z
  .string(text.queryRequired)
  .max(20_000, text.queryTooLong)
  .transform((sent, context) => {
    const saved = savedQuery(sent);
    if (saved !== null && saved.length <= alertLimits.maxQuery) return saved;
    context.addIssue({ code: "custom", message: saved === null ? text.nothingChosen : text.queryTooLong });
    return z.NEVER;
  });

/** `POST /api/saved-searches`. The default name is generated from the search. */
export const saveSearchBody = z.strictObject({
  query,
  name: z.preprocess(
    (value) => (value === undefined || (typeof value === "string" && cleanLine(value) === "") ? null : value),
    name.nullable(),
  ),
  frequency: frequency.default("at_once"),
});
export type SaveSearch = z.output<typeof saveSearchBody>;

export const changeSavedSearchBody = z.strictObject({
  name: name.optional(),
  frequency: frequency.optional(),
});
export type ChangeSavedSearch = z.output<typeof changeSavedSearchBody>;

export const savedSearch = z.object({
  id: z.string(),
  name: z.string(),
  /** Query string of the search page, without "?". */
  query: z.string(),
  frequency: z.enum(alertFrequencies),
  /** Public cars that match now; null while the index is loading. */
  count: z.number().nullable(),
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const followedCar = z.object({
  car,
  /** EUR, when the person started to follow. */
  firstPrice: z.number(),
  since: z.string(),
});
export type FollowedCar = z.infer<typeof followedCar>;

export const followState = z.object({ following: z.boolean() });

export const alertEndpoints = {
  "GET /api/saved-searches": {
    access: "user",
    status: 200,
    output: z.array(savedSearch),
    summary: "One's saved searches, newest first, each with what it finds now.",
  },
  "POST /api/saved-searches": {
    access: "user",
    errors: ["saved_searches_full"],
    status: 201,
    statusIfPresent: 200,
    body: saveSearchBody,
    output: savedSearch,
    summary: "Saves a search; 200 with the old one where it is saved already.",
  },
  "PUT /api/saved-searches/{id}": {
    access: "user",
    status: 200,
    params: idParams,
    body: changeSavedSearchBody,
    output: savedSearch,
    summary: "Renames a saved search, or changes how often it is mailed.",
  },
  "DELETE /api/saved-searches/{id}": {
    access: "user",
    status: 204,
    params: idParams,
    output: noContent,
    summary: "Forgets a saved search.",
  },
  "GET /api/followed-cars": {
    access: "user",
    status: 200,
    output: z.array(followedCar),
    summary: "The public cars whose price one follows, the latest first.",
  },
  "GET /api/cars/{id}/follow": {
    access: "user",
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: followState,
    summary: "Whether one follows the car's price.",
  },
  "PUT /api/cars/{id}/follow": {
    access: "user",
    errors: ["own_car", "followed_cars_full", "car_is_sold", "car_is_archived"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: followState,
    summary: "A mail when the car's price drops; again, it changes nothing.",
  },
  "DELETE /api/cars/{id}/follow": {
    access: "user",
    status: 204,
    params: idParams,
    notFound: "car_not_found",
    output: noContent,
    summary: "No more mails about the car's price.",
  },
  "POST /api/unsubscribe": {
    access: "public",
    errors: ["unsubscribe_link_invalid"],
    status: 204,
    query: z.object({ token: z.string().default("") }),
    output: noContent,
    redirects: true,
    summary: "Ends the mails that a mail's own link names (RFC 8058); a form gets the page that says so.",
  },
} as const satisfies Record<string, Endpoint>;
