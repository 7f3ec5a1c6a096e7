/** Words or phrases written with commas between them. */
export function listed(text: string): string[] {
  return text.split(",").map((phrase) => phrase.trim());
}
