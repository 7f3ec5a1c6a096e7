/** An answer of the API that is not a success. `message` is Albanian and meant for the person. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable, snake_case; "unknown" where the answer was not the API's own. */
  readonly code: string;
  /** Messages by field, for validation errors. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before another try, where the server said so. */
  readonly retryAfter: number | null;
  /** Whether the server gave the message; if not, show the caller's own words. */
  readonly hasMessage: boolean;
  /** Whether the body was JSON: the API's own words, or at least those of a program. */
  readonly hasJson: boolean;
  /** Everything else in the body, such as `amount` of a 402. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(answer: {
    status: number;
    code?: string | undefined;
    message?: string | undefined;
    fields?: Record<string, string> | undefined;
    retryAfter?: number | null;
    hasJson?: boolean;
    details?: Record<string, unknown>;
  }) {
    super(answer.message ?? `HTTP ${answer.status}`);
    this.status = answer.status;
    this.code = answer.code ?? "unknown";
    this.fields = answer.fields ?? {};
    this.retryAfter = answer.retryAfter ?? null;
    this.hasMessage = answer.message !== undefined;
    this.hasJson = answer.hasJson ?? true;
    this.details = answer.details ?? {};
  }
}

/** No answer at all: offline, cut off, or over the time limit. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly timedOut: boolean;

  constructor(cause: unknown) {
    super("network", { cause });
    this.timedOut = cause instanceof DOMException && cause.name === "TimeoutError";
  }
}

/** The server's words for a failure where it gave any, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasMessage ? error.message : fallback;
}
