/** Working days within which a dealer's business is looked at (promised on the home page and at signup). */
export const verificationWorkingDays = 2;

const dayMs = 86_400_000;

/** The same time so many working days (Monday to Friday) later. */
export function workingDaysAfter(moment: Date, days: number): Date {
  let at = moment.getTime();
  for (let left = days; left > 0;) {
    at += dayMs;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(at);
}
