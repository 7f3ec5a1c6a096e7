import type { z, ZodType } from "zod";
import { accountEndpoints } from "./accounts.ts";
import { adminEndpoints } from "./admin.ts";
import { alertEndpoints } from "./alerts.ts";
import { bulkEditEndpoints } from "./bulk-edit.ts";
import { carEndpoints } from "./cars.ts";
import { catalogueEndpoints } from "./catalogue.ts";
import { confirmationEndpoints } from "./confirmations.ts";
import { dealerKeyEndpoints } from "./dealer-keys.ts";
import { dealerPageEndpoints } from "./dealer-page.ts";
import { dealerEndpoints } from "./dealers.ts";
import { dealerVerificationEndpoints } from "./verifications.ts";
import { favouriteEndpoints } from "./favourites.ts";
import { feedEndpoints, stockFeedEndpoints } from "./feeds.ts";
import { importEndpoints } from "./imports.ts";
import { invoiceEndpoints } from "./invoices.ts";
import { joinNames } from "./join-names.ts";
import { paymentEndpoints } from "./payments.ts";
import { photoEndpoints } from "./photos.ts";
import { priceEndpoints } from "./prices.ts";
import { reportEndpoints } from "./reports.ts";
import { adminReviewEndpoints, reviewEndpoints } from "./review.ts";
import { searchEndpoints } from "./search.ts";
import { sellerEndpoints } from "./sellers.ts";
import { settingsEndpoints, subscriberEndpoints } from "./settings.ts";
import { tariffEndpoints } from "./tariffs.ts";
import { statisticsEndpoints } from "./statistics.ts";
import { totpEndpoints } from "./totp.ts";
import { vinEndpoints } from "./vins.ts";

/** Every call of the API. The server mounts each; the client calls it by the same name. */
export const endpoints = joinNames(
  "endpoints",
  accountEndpoints,
  totpEndpoints,
  carEndpoints,
  vinEndpoints,
  bulkEditEndpoints,
  confirmationEndpoints,
  searchEndpoints,
  alertEndpoints,
  favouriteEndpoints,
  catalogueEndpoints,
  priceEndpoints,
  tariffEndpoints,
  photoEndpoints,
  paymentEndpoints,
  invoiceEndpoints,
  dealerEndpoints,
  dealerPageEndpoints,
  dealerKeyEndpoints,
  dealerVerificationEndpoints,
  sellerEndpoints,
  feedEndpoints,
  stockFeedEndpoints,
  importEndpoints,
  reportEndpoints,
  reviewEndpoints,
  adminReviewEndpoints,
  statisticsEndpoints,
  adminEndpoints,
  settingsEndpoints,
  subscriberEndpoints,
);

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type Part<Name extends EndpointName, Key extends string> =
  Endpoints[Name] extends Record<Key, infer Schema extends ZodType> ? Schema : never;

/** A caller's input: path parameters, query and body, each only if the endpoint has it. */
export type CallInput<Name extends EndpointName> = ([Part<Name, "params">] extends [never]
  ? unknown
  : { params: z.input<Part<Name, "params">> }) &
  ([Part<Name, "query">] extends [never]
    ? unknown
    : { query?: z.input<Part<Name, "query">> | URLSearchParams }) &
  ([Part<Name, "body">] extends [never] ? unknown : { body: z.input<Part<Name, "body">> });

/** The server's input: params, query and body after parsing; undefined if the endpoint has none. */
export type Parsed<Name extends EndpointName, Key extends "params" | "query" | "body"> = [
  Part<Name, Key>,
] extends [never]
  ? undefined
  : z.output<Part<Name, Key>>;

/** The answer of a success; a file's text. */
export type CallOutput<Name extends EndpointName> = [Part<Name, "output">] extends [never]
  ? string
  : z.output<Part<Name, "output">>;
