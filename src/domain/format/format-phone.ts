// Country calling codes of two digits; 1 and 7 have one digit, the rest three (ITU E.164).
const twoDigitCodes =
  "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  );

/** Formats E.164 as people write it: "+383 44 123 456"; numbers of other countries in groups of three. */
export function formatPhone(e164: string): string {
  const kosovo = /^\+383(\d{2})(\d{3})(\d{3})$/.exec(e164);
  if (kosovo) return `+383 ${kosovo[1]} ${kosovo[2]} ${kosovo[3]}`;
  if (!/^\+\d{7,15}$/.test(e164)) return e164;
  const digits = e164.slice(1);
  const codeLength = /^[17]/.test(digits) ? 1 : twoDigitCodes.includes(digits.slice(0, 2)) ? 2 : 3;
  const rest = digits.slice(codeLength).replace(/\B(?=(\d{3})+(?!\d))/g, " ");
  return `+${digits.slice(0, codeLength)} ${rest}`;
}
