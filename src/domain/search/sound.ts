// Applied in order; capitals are sounds, so that no rule matches another's output.
const rules: readonly [RegExp, string][] = [
  [/sch|sh|ts|c(?=[eiy])|z(?!h)|s/g, "S"],
  [/xh|zh|dj|gj|gi(?=[aou])|g(?=[ei])/g, "G"],
  [/ck|qu(?=[aeio])|[ckq]/g, "K"],
  [/x/g, "KS"],
  [/eau/g, "o"],
  [/ou|oo/g, "u"],
  [/ph/g, "f"],
  [/w/g, "v"],
  [/[yj]/g, "i"],
  [/h/g, ""],
  [/(.)\1+/g, "$1"],
];

/**
 * Phonetic key of a folded word by Albanian spelling: Škoda and "shkoda", Octavia and "oktavia", Qashqai and
 * "kashkaj", Toyota and "tojota" are equal.
 */
export function soundOf(word: string): string {
  return rules.reduce((sound, [pattern, as]) => sound.replace(pattern, as), word);
}

/** The same with all vowels equal and none at the end: "kedi" is Caddy, "lend kruzer" Land Cruiser. */
export function roughSoundOf(word: string): string {
  return soundOf(word)
    .replace(/[aeiou]+/g, "*")
    .replace(/(?<=.)\*$/, "");
}
