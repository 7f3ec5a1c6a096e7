/** What a log line may carry: plain facts, never secrets, phone numbers or bodies. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one JSON object a line, for machines to read. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** `cause` is logged with its stack; database errors lose the values they quote. */
  error(event: string, cause?: unknown, fields?: LogFields): void;
}

const longestText = 2000;

/** Long texts are cut, so that no single line can fill the disk. */
function bounded(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === "string" && value.length > longestText ? `${value.slice(0, longestText)}…` : value,
    ]),
  );
}

/** An address or key inside a message must not reach the log with its credentials. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1***@")
    .replaceAll(/\b(sk|rk|whsec)_\w+/g, "$1_***")
    .replaceAll(/\bBearer\s+\S+/gi, "Bearer ***");
}

function describe(cause: unknown): LogFields {
  if (!(cause instanceof Error)) return { error: withoutSecrets(String(cause)) };
  const code: unknown = Reflect.get(cause, "code");
  return {
    error: withoutSecrets(cause.message),
    ...(typeof code === "string" ? { errorCode: code } : {}),
    stack: withoutSecrets(cause.stack ?? ""),
    ...(cause.cause instanceof Error ? { causedBy: withoutSecrets(cause.cause.message) } : {}),
  };
}

/** A logger that hands each finished line to `write` (standard output by default). */
export function createLogger(
  write: (line: string) => void = (line) => process.stdout.write(line),
  now: () => Date = () => new Date(),
): Logger {
  const line = (level: string, event: string, fields: LogFields) =>
    write(`${JSON.stringify({ time: now().toISOString(), level, event, ...bounded(fields) })}\n`);
  return {
    info: (event, fields = {}) => line("info", event, fields),
    warn: (event, fields = {}) => line("warn", event, fields),
    error: (event, cause, fields = {}) =>
      line("error", event, { ...fields, ...(cause === undefined ? {} : describe(cause)) }),
  };
}
