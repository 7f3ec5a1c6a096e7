import { engineSign } from "./engine-codes.ts";
import { engineMeaning } from "./feature-parts.ts";
import type { Meaning } from "./meaning.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Makers' engine codes used as model names: "320d" and "bmw 320" are a 3 Series, "E220" and "e 220" an E-Class.
 * `key` is one word or two joined.
 */
const bmw = /^(([1-8])\d{2})(i|d|e|xi|xd|ix|dx|ci|cd|ti|td|li|ld)?$/;
const mercedes =
  /^([abcegrsv]|ml|gl|cl|cla|clk|cls|gla|glb|glc|gle|gls|glk|slk|sl)(\d{3})(cdi|cgi|d|e|k|t)?$/;
const mercedesAmg = /^([acegs]|ml|cl|cls|gle|glc|cla|gla|sl)(35|43|45|53|55|63|65)s?$/;

const lexus = /^(ct|es|gs|gx|is|lc|ls|lx|nx|rc|rx|ux)(\d{3})(?:h|d|t)?$/;

/** A model with the engine of its code. */
function withEngine(model: Meaning | null, digits: string, suffix: string): Meaning | null {
  return model === null ? null : { ...model, engine: engineMeaning(digits, engineSign(suffix)) };
}

/** The model and engine of an engine code, if the catalogue has the model; null for all other words. */
export function modelCodeMeaning(
  key: string,
  brands: ReadonlySet<string>,
  vocabulary: Vocabulary,
): Meaning | null {
  const model = (name: string) =>
    vocabulary.meanings.get(name)?.find((meaning) => meaning.param === "model") ?? null;
  const isBmw = brands.has("BMW");
  const isMercedes = brands.has("Mercedes-Benz");
  const lexusModel = brands.has("Lexus") || key.endsWith("h") ? lexus.exec(key)?.[1] : undefined;
  if (lexusModel !== undefined) return model(lexusModel);
  const otherBrand = brands.size > 0 && !isBmw && !isMercedes;
  if (otherBrand) return null;
  const [, code = "", series, ofBmw = ""] = bmw.exec(key) ?? [];
  // A bare figure needs the brand beside it: 308 may be horsepower, 308d cannot.
  if (series !== undefined && (isBmw || (!isMercedes && /[a-z]$/.test(key))))
    return withEngine(model(`${series}series`), code, ofBmw);
  if (isBmw && !isMercedes) return null;
  const [, letters, digits = "", suffix = ""] = mercedes.exec(key) ?? mercedesAmg.exec(key) ?? [];
  if (letters === undefined) return null;
  return withEngine(model(letters.length === 1 ? `${letters}class` : letters), digits, suffix);
}
