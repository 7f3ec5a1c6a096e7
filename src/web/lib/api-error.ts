/** An error response of the API. `message` is Albanian, for the person. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable, in snake_case; "unknown" if the response was not the API's. */
  readonly code: string;
  /** Messages by field, for validation errors. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before a retry, if the server said so. */
  readonly retryAfter: number | null;
  /** False: the server gave no message, so the caller shows its own. */
  readonly hasMessage: boolean;
  /** False: the body was not JSON, for example a proxy's error page. */
  readonly hasJson: boolean;
  /** All other keys of the body, for example `amount` of a 402. */
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
