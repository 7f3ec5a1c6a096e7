import { roughSoundOf } from "./sound.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { type Vocabulary, lettersOf } from "./vocabulary.ts";

function differsByMore(bits: number, most: number): boolean {
  let rest = bits;
  for (let count = 0; rest !== 0; count++) {
    if (count === most) return true;
    rest &= rest - 1;
  }
  return false;
}

const maxEndLength = 3;

/** The likeliest known word for a misspelt one; null if none is near. */
export function correctWord(word: string, vocabulary: Vocabulary): string | null {
  if (word.length < 3 || /\d/.test(word)) return null;
  const limit = word.length >= 7 ? 2 : 1;
  let best: { word: string; distance: number; weight: number } | null = null;
  const letters = lettersOf(word);
  for (const { word: candidate, weight, letters: theirs } of vocabulary.spellings) {
    // "Merced" is a prefix of Mercedes; "quattro" is not meant as Quattroporte.
    const isBeginning =
      word.length > 4 && candidate.startsWith(word) && candidate.length - word.length <= maxEndLength;
    // In a short word the first letter is usually right.
    if (word.length <= 5 && candidate[0] !== word[0]) continue;
    // Words of three letters may lack one, but not have another: too many are similar.
    if (word.length === 3 && candidate.length !== 4) continue;
    // An inserted, deleted or replaced letter changes at most two bits; this rejects most words.
    if (!isBeginning && differsByMore(letters ^ theirs, limit * 2)) continue;
    const distance = isBeginning ? 1 : editDistance(word, candidate, limit);
    if (distance > limit) continue;
    const better =
      best === null ||
      distance < best.distance ||
      (distance === best.distance &&
        (weight > best.weight || (weight === best.weight && candidate < best.word)));
    if (better) best = { word: candidate, distance, weight };
  }
  return best?.word ?? soundsRoughlyLike(word, vocabulary);
}

/** The nearest of those with a similar phonetic key. */
function soundsRoughlyLike(word: string, vocabulary: Vocabulary): string | null {
  const sound = roughSoundOf(word);
  if (word.length < 4 || sound.replaceAll("*", "").length < 2) return null;
  const near = (vocabulary.roughSounds.get(sound) ?? [])
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate, 4) }))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0] !== undefined && near[0].distance <= Math.max(2, word.length - 3) ? near[0].candidate : null;
}
