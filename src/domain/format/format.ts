/**
 * Numbers, money and dates as people in Kosovo write them (specification.md#public-pages). Not Intl, because
 * the Albanian locale of Node and browsers has other separators.
 */

/** 1234567 -> "1.234.567". Whole numbers only; fractions are truncated. */
export function formatNumber(value: number): string {
  const whole = Math.trunc(value);
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+(?!\d))/g, ".");
  return whole < 0 ? `-${digits}` : digits;
}

/** Whole EUR: "12.500 €". */
export function formatEuro(euro: number): string {
  return `${formatNumber(euro)} €`;
}

/** A number with at most two decimals, and none if they are zero: "1.279,23", "40". */
export function formatAmount(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const rest = hundredths % 100;
  const whole = formatNumber(Math.trunc(hundredths / 100));
  const sign = value < 0 ? "-" : "";
  return rest === 0 ? `${sign}${whole}` : `${sign}${whole},${String(rest).padStart(2, "0")}`;
}

/** EUR with cents unless they are zero: "1.279,23 €", "40 €". */
export function formatEuroCents(euro: number): string {
  return `${formatAmount(euro)} €`;
}

/** Kilometres: "150.000 km". */
export function formatKm(km: number): string {
  return `${formatNumber(km)} km`;
}

/** kW, with metric horsepower, each on one line: "110 kW (150 PS)". */
export function formatPower(kilowatts: number): string {
  return `${formatNumber(kilowatts)}\u00A0kW (${formatNumber(Math.round(kilowatts * 1.359_62))}\u00A0PS)`;
}

/** Displacement: "1.968 cm³". */
export function formatEngineSize(cm3: number): string {
  return `${formatNumber(cm3)} cm³`;
}

/** USD cents: "$3", "$3,50". */
export function formatDollars(cents: number): string {
  const dollars = formatNumber(Math.trunc(cents / 100));
  const rest = Math.abs(cents % 100);
  return rest === 0 ? `$${dollars}` : `$${dollars},${String(rest).padStart(2, "0")}`;
}

/** Cents of "usd" or "eur": "$3,50", "3,50 €". */
export function formatMoney(cents: number, currency: string): string {
  if (currency !== "eur") return formatDollars(cents);
  const sign = cents < 0 ? "-" : "";
  const whole = formatNumber(Math.trunc(Math.abs(cents) / 100));
  return `${sign}${whole},${String(Math.abs(cents % 100)).padStart(2, "0")} €`;
}

/** Cents with both decimals and the currency's code, as on invoices: "1.234,56 USD". */
export function formatExactMoney(cents: number, currency: string): string {
  const whole = formatNumber(Math.trunc(Math.abs(cents) / 100));
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}${whole},${rest} ${currency.toUpperCase()}`;
}

// Created with the first date: it takes a browser ten milliseconds or more, and most pages show none.
let kosovoDate: Intl.DateTimeFormat | undefined;

/** A moment as its day in Kosovo, or such a day ("2026-08-03"): "03.08.2026". */
export function formatDate(moment: Date | string): string {
  kosovoDate ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Belgrade",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  });
  return kosovoDate.format(new Date(moment)).replaceAll("/", ".");
}

/** "2027-03" -> "03/2027". */
export function formatMonth(month: string): string {
  const [year = "", number = ""] = month.split("-");
  return `${number}/${year}`;
}

/**
 * Parses a typed amount with at most two decimals: `12,5`, `12.50`, `1.279,23` -> 1279.23; `12.500` -> 12500.
 * null if it is not an amount.
 */
export function parseTypedAmount(text: string): number | null {
  const match = /^(-?)(\d{1,3}(?:[.\s\u00a0]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, sign = "", whole = "", decimals = ""] = match;
  const value = Number(`${whole.replaceAll(/\D/g, "")}.${decimals}0`);
  return sign === "" ? value : -value;
}

/** Parses a typed number: `12500`, `12.500`, `12 500`, `12,500` -> 12500. null if it is not a whole number. */
export function parseTypedNumber(text: string): number | null {
  const compact = text.trim();
  if (!/^\d+$|^\d{1,3}(?:[.,\s\u00a0\u202f]\d{3})+$/.test(compact)) return null;
  const value = Number(compact.replace(/\D/g, ""));
  return Number.isSafeInteger(value) ? value : null;
}
