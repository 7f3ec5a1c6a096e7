import { constants } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** Level 4 costs about as much as gzip and saves a sixth more; higher ones cost more than the way. */
export const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

export const gzipLevel = 5;

/**
 * The best of `available` that the client takes by its Accept-Encoding header: brotli before gzip before none;
 * `q=0` refuses.
 */
export function chooseEncoding(accepted: string | null, available: readonly Encoding[]): Encoding {
  if (accepted === null) return "identity";
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";");
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  const takes = (encoding: Encoding) => (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
  for (const encoding of ["br", "gzip"] as const) {
    if (available.includes(encoding) && takes(encoding)) return encoding;
  }
  return "identity";
}
