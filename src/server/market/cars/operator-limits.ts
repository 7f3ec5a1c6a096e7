import { carMessages } from "#domain/messages/car.ts";
import { settingsMessages } from "#domain/messages/settings.ts";
import type { Extras } from "#domain/payments/fees.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { AppError } from "#server/http/app-error.ts";

/** Refuses more days of sponsorship than the operator sells. Throws validation_failed. */
export function requireDaysInLimits({ sponsorshipDays }: Extras, { limits }: Pick<Settings, "limits">): void {
  if (sponsorshipDays <= limits.sponsorshipDays) return;
  const message = carMessages.sponsorshipDaysTooMany(limits.sponsorshipDays);
  throw new AppError("validation_failed", { message, fields: { sponsorshipDays: message } });
}

/** Refuses more photos than the operator allows; a car may keep its present number. Throws validation_failed. */
export function requirePhotosInLimits(
  images: number,
  { limits }: Pick<Settings, "limits">,
  alreadyOnCar = 0,
): void {
  if (images <= Math.max(limits.photos, alreadyOnCar)) return;
  const message = settingsMessages.tooManyPhotos(limits.photos);
  throw new AppError("validation_failed", { message, fields: { images: message } });
}
