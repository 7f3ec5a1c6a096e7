import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Check, findings, isPublic } from "./finding.ts";

const subject = "Backups";
const { good, note, act } = findings(subject);

/** Hours: one a night, and a night may be late. */
const maxAge = 48;
const hourMs = 60 * 60 * 1000;

/** The age of the newest backup that lies in the folder. */
export const checkBackups: Check = {
  subject,
  run: async ({ config, backupsFolder, now }) => {
    const names = await readdir(backupsFolder).catch(() => []);
    const files = await Promise.all(
      names.filter((name) => name.endsWith(".tar")).map((name) => stat(join(backupsFolder, name))),
    );
    const advice =
      "npm run backup makes one; vetura-backup.timer each night. Elsewhere: npm run doctor -- --backups FOLDER";
    const urgent = isPublic(config) ? act : note;
    if (files.length === 0) return [urgent(`There is none in ${backupsFolder}.`, advice)];
    const newest = files.reduce((one, other) => (other.mtimeMs > one.mtimeMs ? other : one));
    const hours = Math.floor((now().getTime() - newest.mtimeMs) / hourMs);
    if (hours > maxAge) return [urgent(`The newest is ${Math.floor(hours / 24)} days old.`, advice)];
    if (newest.size === 0) return [act("The newest is empty.", "Look at the disk, then: npm run backup")];
    return [
      good(
        `${files.length}, the newest ${hours} hours old. A copy elsewhere and a tried restore are yours to see to.`,
      ),
    ];
  },
};
