/** Hours: one backup a night, which may be late. */
const maxBackupAge = 48;

/** Whether the newest backup, made at `madeAt`, is too old at `now`. */
export function isBackupTooOld(madeAt: Date, now: Date): boolean {
  return now.getTime() - madeAt.getTime() > maxBackupAge * 3_600_000;
}
