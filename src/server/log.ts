/** A log line's fields: plain facts, never secrets, phone numbers or bodies. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one JSON object a line, for machines to read. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** `cause` is logged with its stack; values in database errors are removed. */
  error(event: string, cause?: unknown, fields?: LogFields): void;
}

const maxTextLength = 2000;

/** Long texts are truncated, so that no line can fill the disk, and personal values are masked. */
function bounded(fields: LogFields): LogFields {
  const safe: Record<string, LogFields[string]> = {};
  for (const [key, value] of Object.entries(fields)) {
    safe[key] =
      typeof value === "string"
        ? withoutSecrets(value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value)
        : value;
  }
  return safe;
}

const ids = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
/** Most texts have none of this, and need no closer check. */
const suspicious = /[@_]|%40|bearer|(?:\d\D{0,3}){8}|[\w-]{32}/i;

/**
 * Possible personal values anywhere: in an error's message, in a typed path. The first alternative is no secret
 * but similar: an id, which the log needs.
 */
const telling = new RegExp(
  [
    /(?<id>\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)/,
    // Credentials in an address.
    /\b(?<scheme>[a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/,
    /\b(?<key>sk|rk|pk|whsec|cs|vk)_[\w-]+/,
    /\b(?<bearer>Bearer)\s+\S+/,
    /[^\s<>"'/=:,;()]+(?:@|%40)[^\s<>"'/=:,;()]+\.[a-z]{2,}/,
    // Phone and card numbers, as people write them.
    /(?<![\w.:-])(?:\+|%2B)?\(?\d(?:[ /().-]{0,2}\d){7,18}(?!\w)/,
    // Session secrets, tokens, hashes: letters and digits mixed, longer than any word.
    /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

/** Masks credentials, keys, tokens, e-mail addresses, phone and card numbers. */
function withoutSecrets(text: string): string {
  if (!suspicious.test(text.replaceAll(ids, ""))) return text;
  return text.replaceAll(telling, (...match) => {
    const groups: Record<string, string | undefined> = match.at(-1);
    if (groups.id !== undefined) return groups.id;
    if (groups.scheme !== undefined) return `${groups.scheme}***@`;
    if (groups.key !== undefined) return `${groups.key}_***`;
    return groups.bearer === undefined ? "***" : "Bearer ***";
  });
}

/** PostgreSQL's class "data exception" repeats the rejected value: `invalid input syntax for type …: "…"`. */
const quotesItsValue = /^22/;

function describe(cause: unknown): LogFields {
  if (!(cause instanceof Error)) return { error: String(cause) };
  const code: unknown = Reflect.get(cause, "code");
  const isQuoting = typeof code === "string" && quotesItsValue.test(code);
  const clean = (text: string) => (isQuoting ? text.replaceAll(/"[^"]*"/g, '"…"') : text);
  return {
    error: clean(cause.message),
    ...(typeof code === "string" ? { errorCode: code } : {}),
    stack: clean(cause.stack ?? ""),
    ...(cause.cause instanceof Error ? { causedBy: clean(cause.cause.message) } : {}),
  };
}

/** A logger that passes each line to `write` (standard output by default). */
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
