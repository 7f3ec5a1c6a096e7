import { type AdminSettings, settingsForm, type SettingsForm } from "#contract/settings.ts";
import { parseTypedAmount } from "#domain/format/format.ts";
import type { settingsFields } from "#domain/messages/admin-settings.ts";

/** A setting's name, unique across all groups. */
export type SettingName = keyof typeof settingsFields;
export const groups = {
  fees: ["listing", "sponsorshipPerDay", "socialPromotion", "subscription"],
  limits: ["photos", "sponsorshipDays"],
  company: ["name", "address", "businessNumber", "fiscalNumber", "vatNumber"],
  contacts: ["email", "phone"],
  socialLinks: ["facebook", "instagram", "tiktok"],
  texts: ["terms", "privacy", "imprint"],
} as const satisfies Record<Exclude<keyof SettingsForm, "eurRate">, readonly SettingName[]>;
export type Group = keyof typeof groups;
export const groupNames = ["fees", "limits", "company", "contacts", "socialLinks", "texts"] as const;
/** In the form's order. */
export const settingNames: readonly SettingName[] = groupNames.flatMap((name): readonly SettingName[] =>
  name === "company" ? [...groups.company, "eurRate"] : groups[name],
);

export type TypedSettings = Record<SettingName, string>;

/** 0.86 as "0,86". */
const written = (value: number): string => String(value).replace(".", ",");

export function typedSettings({
  fees,
  limits,
  company,
  contacts,
  socialLinks,
  texts,
  eurRate,
}: AdminSettings): TypedSettings {
  return {
    listing: written(fees.listing),
    sponsorshipPerDay: written(fees.sponsorshipPerDay),
    socialPromotion: written(fees.socialPromotion),
    subscription: written(fees.subscription),
    photos: String(limits.photos),
    sponsorshipDays: String(limits.sponsorshipDays),
    ...company,
    vatNumber: company.vatNumber ?? "",
    eurRate: eurRate === null ? "" : written(eurRate),
    ...contacts,
    facebook: socialLinks.facebook ?? "",
    instagram: socialLinks.instagram ?? "",
    tiktok: socialLinks.tiktok ?? "",
    terms: texts.terms ?? "",
    privacy: texts.privacy ?? "",
    imprint: texts.imprint ?? "",
  };
}

/** Accepts "$4,50" and "4.5"; "1.000" is a thousand. */
function amount(typed: string): number {
  return parseTypedAmount(typed.replace("$", "")) ?? Number.NaN;
}

/** A rate has more decimals than money, and no thousands. */
function rate(typed: string): number {
  return Number(typed.trim().replace(",", "."));
}

/** Parses the form into the body of the call, or returns errors by field. */
export function readTyped(
  typed: TypedSettings,
): { body: SettingsForm; errors: null } | { body: null; errors: Partial<Record<string, string>> } {
  const numbers = new Set<string>([...groups.fees, ...groups.limits]);
  const group = (names: readonly SettingName[]) =>
    Object.fromEntries(names.map((name) => [name, numbers.has(name) ? amount(typed[name]) : typed[name]]));
  const parsed = settingsForm.safeParse({
    ...Object.fromEntries(groupNames.map((name) => [name, group(groups[name])])),
    eurRate: typed.eurRate.trim() === "" ? null : rate(typed.eurRate),
  });
  if (parsed.success) return { body: parsed.data, errors: null };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path.at(-1))] ??= message;
  return { body: null, errors };
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** A line diff: lines that only one of the texts has, in order. */
export function changedLines(before: string, after: string): { removed: string[]; added: string[] } {
  const was = new Set(lines(before));
  const is = new Set(lines(after));
  return {
    removed: lines(before).filter((line) => !is.has(line)),
    added: lines(after).filter((line) => !was.has(line)),
  };
}
