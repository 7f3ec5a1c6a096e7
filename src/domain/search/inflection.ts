import { listed } from "./listed.ts";

// Albanian declines foreign names too: golfi, golfin, golfit; audia, audin, audit; prishtina, prishtinës,
// prishtinën.
const endings = listed(
  "i, in, it, ie, ine, ite, u, un, ut, a, ae, as, at, an, ave, eve, ve, e, en, es, et, ja, jes, jen, je, n, " +
    "ne, s, se, t, te, sh, ash, esh",
).toSorted((a, b) => b.length - a.length);
/** Letters that a name may lose before an ending: Astra, Astrën. */
const restored = ["", "a", "e", "i", "ia"];
const minStemLength = 3;

/** The possible names of an inflected word, the likeliest first; folded like the word. */
export function stemsOf(word: string): string[] {
  const stems: string[] = [];
  for (const rest of restored) {
    for (const ending of endings) {
      if (!word.endsWith(ending)) continue;
      const stem = word.slice(0, -ending.length);
      if (stem.length >= minStemLength && stem + rest !== word) stems.push(stem + rest);
    }
  }
  return [...new Set(stems)];
}
