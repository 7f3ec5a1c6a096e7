/** An error answer of the API. `message` is Albanian, for the person. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable, snake_case; "unknown" if the answer was not the API's. */
  readonly code: string;
  /** Messages by field, for validation errors. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before a retry, if the server said so. */
  readonly retryAfter: number | null;
  /** Whether the server gave the message; if not, show the caller's own. */
  readonly hasMessage: boolean;
  /** Whether the body was JSON: from the API, or at least from a program. */
  readonly hasJson: boolean;
  /** All other keys of the body, such as `amount` of a 402. */
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

/** No answer: offline, cut off, or timed out. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly timedOut: boolean;

  constructor(cause: unknown) {
    super("network", { cause });
    this.timedOut = cause instanceof DOMException && cause.name === "TimeoutError";
  }
}

/** The server's text for a failure if there is one, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasMessage ? error.message : fallback;
}
