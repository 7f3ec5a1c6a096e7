import { z } from "zod";
import { settingsMessages as text } from "#domain/messages/settings.ts";
import { settingsLimits, siteTexts } from "#domain/settings/settings.ts";
import { cleanLine, cleanText } from "#domain/text/clean.ts";
import { adminPage, pageQuery, reason } from "./admin-lists.ts";
import type { Endpoint } from "./endpoint.ts";

/** Forms send "" for an empty value: null. */
function orNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    schema.nullable(),
  );
}

/** Dollars with at most two decimals, between bounds in cents; 0 too, if it may be free. */
function dollars(least: number, mayBeFree: boolean, complaint: string) {
  return z
    .number(complaint)
    .min(0, complaint)
    .max(settingsLimits.maxFee / 100, complaint)
    .refine((value) => {
      const cents = Math.round(value * 100);
      if (Math.abs(cents - value * 100) > 1e-6) return false;
      return cents >= least || (mayBeFree && cents === 0);
    }, complaint);
}

function webAddress(typed: string): boolean {
  if (!URL.canParse(typed)) return false;
  const { protocol, hostname, username, password } = new URL(typed);
  const isPlain = username === "" && password === "";
  return (protocol === "https:" || protocol === "http:") && hostname.includes(".") && isPlain;
}

const fee = dollars(settingsLimits.minFee, true, text.feeInvalid);
const photosInvalid = text.photosInvalid(settingsLimits.maxPhotos);
const daysInvalid = text.sponsorshipDaysInvalid(settingsLimits.maxSponsorshipDays);
const line = (least: number, most: number, complaint: string) =>
  z.string(complaint).overwrite(cleanLine).min(least, complaint).max(most, complaint);
const number = line(0, settingsLimits.maxNumber, text.numberInvalid).regex(
  /^[\p{L}\d ./-]*$/u,
  text.numberInvalid,
);
const markdown = orNull(
  z.string(text.textTooLong).overwrite(cleanText).max(settingsLimits.maxText, text.textTooLong),
);
const link = orNull(
  z
    .string(text.linkInvalid)
    .overwrite(cleanLine)
    .max(settingsLimits.maxLink, text.linkInvalid)
    .refine(webAddress, text.linkInvalid),
);
/** The settings as the API has them: fees in dollars (specification.md#settings). */
export const settingsForm = z.strictObject({
  fees: z.strictObject({
    listing: fee,
    sponsorshipPerDay: fee,
    socialPromotion: fee,
    subscription: dollars(settingsLimits.minSubscription, false, text.subscriptionInvalid),
  }),
  limits: z.strictObject({
    photos: z.int(photosInvalid).min(1, photosInvalid).max(settingsLimits.maxPhotos, photosInvalid),
    sponsorshipDays: z
      .int(daysInvalid)
      .min(1, daysInvalid)
      .max(settingsLimits.maxSponsorshipDays, daysInvalid),
  }),
  company: z.strictObject({
    name: line(1, settingsLimits.maxName, text.nameInvalid),
    address: line(1, settingsLimits.maxAddress, text.addressInvalid),
    businessNumber: number,
    fiscalNumber: number,
    vatNumber: orNull(number),
  }),
  contacts: z.strictObject({
    email: z.string(text.emailInvalid).overwrite(cleanLine).pipe(z.email(text.emailInvalid)),
    phone: z
      .string(text.phoneInvalid)
      .overwrite(cleanLine)
      .regex(/^\+?[\d\s()/-]{6,30}$/, text.phoneInvalid),
  }),
  texts: z.strictObject({ terms: markdown, privacy: markdown, imprint: markdown }),
  socialLinks: z.strictObject({ facebook: link, instagram: link, tiktok: link }),
  /** Euro for one dollar on invoices; null: not set, invoices show one currency. */
  eurRate: orNull(
    z
      .number(text.eurRateInvalid)
      .min(settingsLimits.minEurRate, text.eurRateInvalid)
      .max(settingsLimits.maxEurRate, text.eurRateInvalid)
      .refine((rate) => Math.abs(rate * 1e6 - Math.round(rate * 1e6)) < 1e-3, text.eurRateInvalid),
  ),
});

export type SettingsForm = z.output<typeof settingsForm>;

/** A version of the settings with its author and time; `changedBy` null for the first one and for deleted accounts. */
const versionFacts = {
  version: z.int(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
};

export const adminSettings = settingsForm.extend(versionFacts);
export type AdminSettings = z.infer<typeof adminSettings>;

const { fees, limits, company, contacts, texts, socialLinks, eurRate } = settingsForm.shape;

/**
 * Omitted fields are unchanged. `version` is the version that was edited: 409 if another is current; without it
 * the last write wins. Clients may send back whole answers.
 */
export const settingsBody = z.strictObject({
  fees: fees.partial().optional(),
  limits: limits.partial().optional(),
  company: company.partial().optional(),
  contacts: contacts.partial().optional(),
  texts: texts.partial().optional(),
  socialLinks: socialLinks.partial().optional(),
  eurRate: eurRate.optional(),
  version: z.int(text.versionInvalid).min(1, text.versionInvalid).optional(),
  changedAt: z.unknown().optional(),
  changedBy: z.unknown().optional(),
  reason,
});
export type SettingsChange = Omit<z.output<typeof settingsBody>, "changedAt" | "changedBy">;

/** A version with its changes by field; `before` is empty for the first one. */
export const settingsVersion = z.object({
  ...versionFacts,
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type SettingsVersion = z.infer<typeof settingsVersion>;

/** A text of the site; `html` null for the built-in one. */
export const siteTextAnswer = z.object({
  html: z.string().nullable(),
  company: settingsForm.shape.company,
  /** When the operator last changed a setting; null if never. */
  changedAt: z.string().nullable(),
});
export type SiteTextAnswer = z.infer<typeof siteTextAnswer>;

const textTooLong = text.textTooLong;

export const settingsEndpoints = {
  "GET /api/site-text": {
    access: "public",
    status: 200,
    query: z.object({ name: z.enum(siteTexts, text.textUnknown) }),
    output: siteTextAnswer,
    summary: "The operator's own terms, privacy or imprint (`name`) as HTML, and who runs the site.",
  },
  "POST /api/admin/settings/preview": {
    access: "admin",
    status: 200,
    body: z.strictObject({ text: z.string(textTooLong).max(settingsLimits.maxText, textTooLong) }),
    output: z.object({ html: z.string() }),
    summary: "A text in Markdown as visitors would read it.",
  },
  "GET /api/admin/settings": {
    access: "admin",
    status: 200,
    output: adminSettings,
    summary: "Fees in dollars, limits, company, contacts, texts and links, with their version.",
  },
  "PUT /api/admin/settings": {
    access: "admin",
    errors: ["settings_changed"],
    status: 200,
    body: settingsBody,
    output: adminSettings,
    summary: "Saves a new version of the settings; 409 where another was saved since `version`.",
  },
  "GET /api/admin/settings/versions": {
    ...adminPage,
    query: pageQuery,
    output: z.array(settingsVersion),
    summary: "Who changed which settings, and when, newest first.",
  },
} as const satisfies Record<string, Endpoint>;

/** A dealer with another fee than the current one; amounts in dollars. `nextAmount` from `nextAt` on, once moved. */
export const subscriber = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  amount: z.number(),
  nextAmount: z.number().nullable(),
  nextAt: z.string().nullable(),
});

export const subscriberEndpoints = {
  "GET /api/admin/settings/subscribers": {
    ...adminPage,
    query: pageQuery,
    output: z.object({ toMove: z.number(), subscribers: z.array(subscriber) }),
    summary: "Dealers who pay another fee than the present one, and how many a move would touch.",
  },
  "POST /api/admin/settings/move-subscribers": {
    access: "admin",
    errors: ["settings_changed"],
    status: 200,
    body: z.strictObject({ fee: fees.shape.subscription }),
    output: z.object({ moved: z.number(), at: z.string().nullable() }),
    summary: "Moves them to the present fee, 30 days after a mail; 409 where `fee` is not the present one.",
  },
} as const satisfies Record<string, Endpoint>;
