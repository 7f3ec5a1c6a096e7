import { isBackupTooOld } from "#domain/operation/backup-age.ts";
import { findNewestBackup } from "#server/platform/backup/newest-backup.ts";
import { type Check, findings, isPublic } from "./finding.ts";

const subject = "Backups";
const { good, note, act } = findings(subject);

const hourMs = 3_600_000;
const advice =
  "npm run backup makes one; vetura-backup.timer each night. Elsewhere: npm run doctor -- --backups FOLDER";

/** The age of the folder's newest backup. */
export const checkBackups: Check = {
  subject,
  run: async ({ config, backupsFolder, now }) => {
    const urgent = isPublic(config) ? act : note;
    const newest = await findNewestBackup(backupsFolder);
    if (newest === null) return [urgent(`There is none in ${backupsFolder}.`, advice)];
    const { madeAt, bytes, count } = newest;
    const hours = Math.floor((now().getTime() - madeAt.getTime()) / hourMs);
    if (isBackupTooOld(madeAt, now()))
      return [urgent(`The newest is ${Math.floor(hours / 24)} days old.`, advice)];
    if (bytes === 0) return [act("The newest is empty.", "Look at the disk, then: npm run backup")];
    return [
      good(
        `${count}, the newest ${hours} hours old. A copy elsewhere and a tried restore are yours to see to.`,
      ),
    ];
  },
};
