import { listed } from "./listed.ts";
import { otherUnits, thousandWords } from "./typed-bounds.ts";

/** Facts that determine a car's engine. Power in kW, size in cm³; null if unknown. */
export interface EngineFacts {
  brand: string;
  model: string;
  fuel: string;
  power: number | null;
  engineSize: number | null;
}

const fuelSigns: Readonly<Record<string, string>> = { Diesel: "d", Benzinë: "i" };
const dieselWords: ReadonlySet<string> = new Set(
  listed("d, cdi, td, tds, bluetec, xd, dizel, diesel, naft, nafte"),
);
const mercedesSigns: ReadonlySet<string> = new Set([
  ...dieselWords,
  ...listed("cgi, kompressor, kompresor, 4matic, amg, benzin, blueefficiency, be, avantgarde, elegance"),
]);
const classes = listed(
  "a, b, c, e, g, r, s, v, ml, gl, cl, cla, clk, cls, gla, glb, glc, gle, gls, glk, slk, sl",
);
const bmwCode = /^([1-8]\d{2})(i|d|e|xi|xd|ix|dx|ci|cd|ti|td|li|ld)?$/;
const mercedesCode =
  /^(a|b|c|e|g|r|s|v|ml|gl|cl|cla|clk|cls|gla|glb|glc|gle|gls|glk|slk|sl)?(\d{3})(cdi|cgi|d|de|e|k|t)?$/;
const amgCode = /^(a|c|cla|cls|e|g|gl|gla|glc|gle|gls|ml|s|sl)?(35|43|45|53|55|63|65)s?$/;
const classWords: ReadonlySet<string> = new Set(listed("class, klas, klasa, klase, klasse"));

/** A code's feature id; `sign` is "d" for diesel, "i" for petrol. */
export function engineFeature(digits: string, sign = ""): string {
  return `engine:${digits}${sign}`;
}

/** Makers' suffix of a figure: "d" for diesel, "i" for petrol. */
export function engineSign(suffix: string): string {
  if (suffix.includes("d")) return "d";
  return suffix.includes("i") ? "i" : "";
}

/**
 * Diesels of makers whose model names do not name the engine: code, size in litres, powers in kW over the years
 * (makers' figures). For listings with a power and no code.
 */
const powers: Readonly<Record<string, readonly (readonly [string, number, string])[]>> = {
  "BMW 1 Series": [
    ["116", 1.6, "85"],
    ["118", 2, "90 100 105 110"],
    ["120", 2, "120 130 135 140"],
    ["123", 2, "150"],
  ],
  "BMW 3 Series": [
    ["316", 2, "85"],
    ["318", 2, "85 90 100 105 110"],
    ["320", 2, "100 110 120 130 135 140"],
    ["325", 2, "160"],
    ["325", 3, "145 150"],
    ["330", 3, "135 150 170 180 190 195 210"],
    ["335", 3, "210 230"],
  ],
  "BMW 5 Series": [
    ["518", 2, "100 105 110"],
    ["520", 2, "100 110 120 130 135 140 145"],
    ["525", 2, "150 160"],
    ["525", 2.5, "120 130"],
    ["525", 3, "145"],
    ["530", 3, "135 142 160 170 173 180 190 195 210"],
    ["535", 3, "200 210 220 230"],
  ],
  "Mercedes-Benz C-Class": [
    ["180", 1.6, "85"],
    ["180", 2.1, "88 90"],
    ["200", 1.6, "100 118"],
    ["200", 2.1, "75 85 90 100"],
    ["220", 2.1, "105 110 125"],
    ["220", 2, "143 147"],
    ["250", 2.1, "150"],
    ["270", 2.7, "125"],
    ["320", 3, "155 165"],
    ["350", 3, "165 170 195"],
  ],
  "Mercedes-Benz E-Class": [
    ["200", 2.1, "75 90 100"],
    ["200", 2, "110 118"],
    ["220", 2.1, "105 110 125"],
    ["220", 2, "143 147"],
    ["250", 2.1, "150"],
    ["270", 2.7, "130"],
    ["280", 3, "140"],
    ["320", 3.2, "145 150"],
    ["320", 3, "165"],
    ["350", 3, "155 170 185 190 195"],
  ],
};

/** The code that follows from a diesel's power alone; null if it is ambiguous. */
function codeOfPower({ brand, model, fuel, power, engineSize }: EngineFacts): string | null {
  if (fuel !== "Diesel" || power === null) return null;
  const possible = (powers[`${brand} ${model}`] ?? []).filter(
    ([, litres, kilowatts]) =>
      (engineSize === null || Math.abs(engineSize / 1_000 - litres) < 0.2) &&
      kilowatts.split(" ").some((one) => Math.abs(Number(one) - power) <= 1),
  );
  const codes = new Set(possible.map(([code]) => code));
  return codes.size === 1 ? ([...codes][0] ?? null) : null;
}

interface Code {
  digits: string;
  sign: string;
}

function bmwCodeAt(words: readonly string[], at: number, series: string | null): Code | null {
  const [, digits, suffix = ""] = bmwCode.exec(words[at] ?? "") ?? [];
  if (digits === undefined || (series !== null && !digits.startsWith(series))) return null;
  const next = words[at + 1] ?? "";
  if (suffix !== "") return { digits, sign: engineSign(suffix) };
  if (series === null || isAmount(next)) return null;
  return { digits, sign: dieselWords.has(next) ? "d" : next === "i" ? "i" : "" };
}

function mercedesCodeAt(words: readonly string[], at: number): Code | null {
  const [before, next] = [words[at - 1] ?? "", words[at + 1] ?? ""];
  const amg = amgCode.exec(words[at] ?? "");
  if (
    amg !== null &&
    (amg[1] !== undefined || before === "amg" || next === "amg" || classes.includes(before))
  )
    return isAmount(next) ? null : { digits: amg[2] ?? "", sign: "" };
  const [, letters, digits, suffix = ""] = mercedesCode.exec(words[at] ?? "") ?? [];
  if (digits === undefined) return null;
  const isNamed =
    letters !== undefined ||
    suffix !== "" ||
    classes.includes(before) ||
    classWords.has(before) ||
    mercedesSigns.has(next);
  if (!isNamed || isAmount(next)) return null;
  const sign = suffix === "" ? (dieselWords.has(next) ? "d" : "") : engineSign(suffix);
  return { digits, sign };
}

const isAmount = (word: string): boolean =>
  thousandWords.has(word) || (otherUnits.has(word) && word !== "d") || word === "km" || word === "euro";

/**
 * The engine codes in a car's text ("520d", "C 220 CDI"), with and without the fuel's suffix. Without any, the
 * one that follows from an unambiguous diesel power. For BMW and Mercedes-Benz, whose models are named after
 * them.
 */
export function engineCodesOf(clauses: readonly (readonly string[])[], car: EngineFacts): string[] {
  if (car.brand !== "BMW" && car.brand !== "Mercedes-Benz") return [];
  const series = /^([1-8]) Series/.exec(car.model)?.[1] ?? null;
  const found = clauses.flatMap((words) =>
    words.flatMap(
      (_, at) => (car.brand === "BMW" ? bmwCodeAt(words, at, series) : mercedesCodeAt(words, at)) ?? [],
    ),
  );
  const ofPower = found.length === 0 ? codeOfPower(car) : null;
  const codes = ofPower === null ? found : [{ digits: ofPower, sign: "d" }];
  const fuelSign = fuelSigns[car.fuel] ?? "";
  return codes.flatMap(({ digits, sign }) => [
    engineFeature(digits),
    engineFeature(digits, sign || fuelSign),
  ]);
}
