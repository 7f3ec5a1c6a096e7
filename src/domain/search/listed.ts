/** Splits words or phrases at commas. */
export function listed(text: string): string[] {
  return text.split(",").map((phrase) => phrase.trim());
}
