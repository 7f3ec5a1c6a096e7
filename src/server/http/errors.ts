import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { HTTPException } from "hono/http-exception";
import type { ErrorBody } from "#contract/common.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { messages } from "#domain/messages/messages.ts";
import { AppError, type ErrorCode } from "./app-error.ts";

interface Answer {
  status: ContentfulStatusCode;
  message: string;
}

const {
  account,
  admin,
  alerts,
  car,
  confirmation,
  dealerKeys,
  errors,
  payments,
  photos,
  review,
  settings,
  stock,
  tariffs,
} = messages;

/** The table from error code to status and text (specification.md#answers). */
const answers: Record<ErrorCode, Answer> = {
  malformed: { status: 400, message: errors.malformed },
  validation_failed: { status: 400, message: errors.validation_failed },
  not_signed_in: { status: 401, message: errors.not_signed_in },
  wrong_credentials: { status: 401, message: account.wrongCredentials },
  code_needed: { status: 401, message: account.codeNeeded },
  wrong_code: { status: 401, message: account.wrongCode },
  totp_is_on: { status: 409, message: account.totpIsOn },
  totp_required: { status: 403, message: account.totpRequired },
  payment_required: { status: 402, message: errors.payment_required },
  forbidden: { status: 403, message: errors.forbidden },
  cross_site: { status: 403, message: errors.cross_site },
  not_yours: { status: 403, message: car.notYours },
  wrong_password: { status: 403, message: account.wrongPassword },
  password_needed: { status: 403, message: account.passwordNeeded },
  not_found: { status: 404, message: errors.not_found },
  car_not_found: { status: 404, message: car.notFound },
  car_is_sold: { status: 409, message: car.isSold },
  car_is_archived: { status: 409, message: car.isArchived },
  impossible_move: { status: 409, message: car.impossibleMove },
  contact_unavailable: { status: 409, message: car.contactUnavailable },
  email_taken: { status: 409, message: account.emailTaken },
  reset_link_invalid: { status: 400, message: account.resetLinkInvalid },
  verify_link_invalid: { status: 400, message: account.verifyLinkInvalid },
  account_suspended: { status: 403, message: account.suspended },
  last_admin: { status: 409, message: account.lastAdmin },
  saved_searches_full: { status: 409, message: alerts.savedSearchesFull(alertLimits.maxSavedSearches) },
  followed_cars_full: { status: 409, message: alerts.followedCarsFull(alertLimits.maxFollowedCars) },
  own_car: { status: 409, message: alerts.ownCar },
  unsubscribe_link_invalid: { status: 404, message: alerts.linkInvalid },
  confirmation_link_used: { status: 410, message: confirmation.linkInvalid },
  not_paid: { status: 402, message: payments.notPaid },
  nothing_to_pay: { status: 400, message: payments.nothingToPay },
  price_changed: { status: 409, message: payments.priceChanged },
  payment_not_found: { status: 404, message: payments.paymentNotFound },
  payment_refunded: { status: 409, message: payments.paymentRefunded },
  payment_closed: { status: 409, message: payments.paymentClosed },
  coupon_not_found: { status: 404, message: payments.couponUnknown },
  coupon_used: { status: 409, message: payments.couponUsed },
  nothing_waiting: { status: 409, message: payments.nothingWaiting },
  refund_under_way: { status: 409, message: payments.refundUnderWay },
  refund_refused: { status: 409, message: payments.refundRefused },
  provider_away: { status: 503, message: payments.providerAway },
  signature_invalid: { status: 400, message: payments.signatureInvalid },
  car_not_listed: { status: 409, message: payments.carNotListed },
  already_promoted: { status: 409, message: payments.alreadyPromoted },
  already_subscribed: { status: 409, message: payments.alreadySubscribed },
  no_subscription: { status: 409, message: payments.noSubscription },
  dealers_only: { status: 403, message: payments.dealersOnly },
  scope_missing: { status: 403, message: dealerKeys.scopeMissing },
  key_not_found: { status: 404, message: dealerKeys.notFound },
  keys_full: { status: 409, message: dealerKeys.full },
  dealer_not_found: { status: 404, message: payments.dealerNotFound },
  seller_not_found: { status: 404, message: payments.sellerNotFound },
  no_business: { status: 409, message: payments.noBusiness },
  already_verified: { status: 409, message: payments.alreadyVerified },
  verification_not_found: { status: 404, message: admin.verificationNotFound },
  import_not_found: { status: 404, message: stock.importNotFound },
  import_not_ready: { status: 409, message: stock.importNotReady },
  stock_changed: { status: 409, message: stock.stockChanged },
  too_many_missing: { status: 409, message: stock.tooManyMissing },
  import_not_revertible: { status: 409, message: stock.notRevertible },
  verification_decided: { status: 409, message: admin.verificationDecided },
  user_not_found: { status: 404, message: admin.userNotFound },
  admin_protected: { status: 403, message: admin.adminProtected },
  subscription_runs: { status: 409, message: admin.subscriptionRuns },
  model_not_found: { status: 404, message: admin.modelNotFound },
  model_exists: { status: 409, message: admin.modelExists },
  report_not_found: { status: 404, message: admin.reportNotFound },
  report_decided: { status: 409, message: admin.reportDecided },
  report_car_gone: { status: 409, message: admin.reportCarGone },
  post_not_found: { status: 404, message: admin.postNotFound },
  no_tariff: { status: 404, message: tariffs.noTariff },
  tariff_not_found: { status: 404, message: tariffs.tariffNotFound },
  tariff_active: { status: 409, message: tariffs.tariffActive },
  job_not_found: { status: 404, message: admin.jobNotFound },
  settings_changed: { status: 409, message: settings.changedMeanwhile },
  review_not_found: { status: 404, message: review.notFound },
  review_decided: { status: 409, message: review.alreadyDecided },
  review_changed: { status: 409, message: review.changed },
  review_not_undoable: { status: 409, message: review.notUndoable },
  nothing_asked: { status: 409, message: review.nothingAsked },
  conflict: { status: 409, message: errors.conflict },
  idempotency_mismatch: { status: 409, message: errors.idempotency_mismatch },
  version_mismatch: { status: 412, message: errors.version_mismatch },
  body_stalled: { status: 408, message: errors.body_stalled },
  photos_full: { status: 409, message: photos.tooManyLoose },
  payload_too_large: { status: 413, message: errors.payload_too_large },
  unsupported_picture: { status: 415, message: errors.unsupported_picture },
  too_many_requests: { status: 429, message: errors.too_many_requests },
  overloaded: { status: 503, message: errors.overloaded },
  database_away: { status: 503, message: errors.database_away },
};

// SQLSTATE classes of PostgreSQL and socket errors of Node that mean "away or overloaded", not "our mistake".
// Class 40 is a deadlock or similar: everything was rolled back, and a retry succeeds.
const awayCodes = /^(?:08|40|57P|53|25006|55P03|57014|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && awayCodes.test(error.code)) return true;
  return /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout/.test(
    error.message,
  );
}

// Text that PostgreSQL cannot store (a NUL) and that nothing had cleaned.
const unstorableCodes = /^(?:22021|22P05)$/;

function isUnstorable(error: unknown): boolean {
  return error instanceof Error && "code" in error && unstorableCodes.test(String(error.code));
}

// A referenced row was deleted during the call: usually an account deleted in another tab.
function isGoneMeanwhile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23503";
}

/** Converts any thrown value to this API's error; null for an unexpected one. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError("database_away", { cause: error });
  if (isUnstorable(error)) return new AppError("malformed", { cause: error });
  if (isGoneMeanwhile(error)) return new AppError("conflict", { cause: error });
  if (error instanceof HTTPException)
    return new AppError(error.status === 413 ? "payload_too_large" : "malformed");
  return null;
}

/** Status and text of an error code. Throws for an unknown one: the contract has codes as strings. */
export function answerOf(code: string): Answer {
  const answer = Object.entries(answers).find(([known]) => known === code)?.[1];
  if (answer === undefined) throw new Error(`No error has the code ${code}.`);
  return answer;
}

/** An error's text for a person. */
export function messageOf(error: AppError): string {
  return error.options.message ?? answers[error.code].message;
}

/** The answer for an error: the specified body, with `Retry-After` if a retry helps. */
export function errorResponse(c: Context, error: AppError): Response {
  const { status } = answers[error.code];
  const { fields, retryAfter, details } = error.options;
  const body: ErrorBody & Record<string, unknown> = {
    ...details,
    message: messageOf(error),
    code: error.code,
    ...(fields === undefined ? {} : { fields }),
  };
  if (status === 429 || status === 503) c.header("Retry-After", String(retryAfter ?? 5));
  return c.json(body, status);
}

/** The answer to an unexpected error; the log has its cause. */
export function unforeseenResponse(c: Context): Response {
  return c.json({ message: errors.internal, code: "internal" } satisfies ErrorBody, 500);
}
