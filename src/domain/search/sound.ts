// In order; capitals are sounds, so that no rule reads what another one wrote.
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
 * How a folded word sounds, roughly, to somebody who writes as Albanian is written: Škoda and "shkoda", Octavia and
 * "oktavia", Qashqai and "kashkaj", Toyota and "tojota" have the same.
 */
export function soundOf(word: string): string {
  return rules.reduce((sound, [pattern, as]) => sound.replace(pattern, as), word);
}

/** The same with all vowels alike and none at the end: "kedi" is Caddy, "lend kruzer" Land Cruiser. */
export function roughSoundOf(word: string): string {
  return soundOf(word)
    .replace(/[aeiou]+/g, "*")
    .replace(/(?<=.)\*$/, "");
}
