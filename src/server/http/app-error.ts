/** Expected errors by stable code. Services throw them; only http/errors.ts maps a code to status and text. */
export type ErrorCode =
  | "malformed"
  | "validation_failed"
  | "not_signed_in"
  | "wrong_credentials"
  | "code_needed"
  | "wrong_code"
  | "totp_is_on"
  | "totp_required"
  | "payment_required"
  | "forbidden"
  | "cross_site"
  | "not_found"
  | "car_not_found"
  | "not_yours"
  | "car_is_sold"
  | "car_is_archived"
  | "impossible_move"
  | "contact_unavailable"
  | "email_taken"
  | "wrong_password"
  | "password_needed"
  | "reset_link_invalid"
  | "verify_link_invalid"
  | "last_admin"
  | "account_suspended"
  | "saved_searches_full"
  | "followed_cars_full"
  | "own_car"
  | "unsubscribe_link_invalid"
  | "confirmation_link_used"
  | "not_paid"
  | "nothing_to_pay"
  | "price_changed"
  | "payment_not_found"
  | "payment_refunded"
  | "payment_closed"
  | "refund_under_way"
  | "nothing_waiting"
  | "coupon_used"
  | "coupon_not_found"
  | "refund_refused"
  | "provider_away"
  | "signature_invalid"
  | "car_not_listed"
  | "already_promoted"
  | "already_subscribed"
  | "no_subscription"
  | "dealers_only"
  | "scope_missing"
  | "key_not_found"
  | "keys_full"
  | "dealer_not_found"
  | "seller_not_found"
  | "no_business"
  | "already_verified"
  | "verification_not_found"
  | "verification_decided"
  | "import_not_found"
  | "import_not_ready"
  | "stock_changed"
  | "too_many_missing"
  | "import_not_revertible"
  | "user_not_found"
  | "admin_protected"
  | "subscription_runs"
  | "model_not_found"
  | "model_exists"
  | "report_not_found"
  | "report_decided"
  | "report_car_gone"
  | "post_not_found"
  | "no_tariff"
  | "tariff_not_found"
  | "tariff_active"
  | "job_not_found"
  | "settings_changed"
  | "review_not_found"
  | "review_decided"
  | "review_changed"
  | "review_not_undoable"
  | "nothing_asked"
  | "conflict"
  | "idempotency_mismatch"
  | "version_mismatch"
  | "payload_too_large"
  | "body_stalled"
  | "photos_full"
  | "unsupported_picture"
  | "too_many_requests"
  | "overloaded"
  | "database_away";

export interface AppErrorOptions {
  /** A text for the person that replaces the code's own. */
  message?: string;
  /** Texts by field. */
  fields?: Record<string, string>;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** Further keys of the body, such as the amount to pay. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.options = options;
  }
}
