import { municipalities } from "#domain/places/municipalities.ts";
import { fold } from "#domain/text/fold.ts";

function words(text: string): string {
  return ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, " ")} `;
}

// A name and its indefinite form: people write "Prishtina" and "Prishtinë" alike.
const names = municipalities.flatMap(({ name, aliases }) =>
  [name, ...aliases].flatMap((spelling) => {
    const folded = words(spelling).trim();
    return [folded, folded.replace(/e$/, "a")].map((form) => ({ name, form }));
  }),
);

/** The municipality named in a business address, null for none. Of several the last: streets come before towns. */
export function townOfAddress(address: string): string | null {
  const text = words(address);
  let best: { name: string; at: number; length: number } | null = null;
  for (const { name, form } of names) {
    const at = text.lastIndexOf(` ${form} `);
    if (at < 0) continue;
    const end = at + form.length;
    const bestEnd = best === null ? -1 : best.at + best.length;
    if (end > bestEnd || (end === bestEnd && best !== null && form.length > best.length))
      best = { name, at, length: form.length };
  }
  return best?.name ?? null;
}
