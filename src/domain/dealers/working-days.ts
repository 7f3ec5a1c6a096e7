/** Working days until a dealer's business is verified (promised on the home page and at signup). */
export const verificationWorkingDays = 2;

const dayMs = 86_400_000;

/** The same time of day so many working days (Monday to Friday) later. */
export function workingDaysAfter(moment: Date, days: number): Date {
  let at = moment.getTime();
  for (let left = days; left > 0;) {
    at += dayMs;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(at);
}
