import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { type Check, type Finding, findings } from "./finding.ts";

const subject = "Disk";
const { good, note, act } = findings(subject);

/** Shares of the disk; below the lower one admins are mailed (domain/operation/alarms.ts). */
const minFree = 0.1;
const minComfortable = 0.2;
/** A car form with its photos, and PostgreSQL's log while it is written. */
const minFreeBytes = 1024 ** 3;
/** Bytes of a form with its photos, several at once. */
const minTemporary = 200 * 1024 ** 2;

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** Free and all bytes and files of a disk. */
export interface DiskFigures {
  readonly free: number;
  readonly total: number;
  readonly freeFiles: number;
  /** 0 on file systems without an inode table. */
  readonly files: number;
}

/** Figures of the disk with the folder, or its nearest existing parent. */
async function diskOf(folder: string): Promise<DiskFigures> {
  try {
    const { bavail, bsize, blocks, ffree, files } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize, freeFiles: ffree, files };
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return diskOf(dirname(folder));
  }
}

/** Judges DATA_DIR's disk, and the free bytes for temporary files. */
export function judgeDisks(
  disk: DiskFigures,
  dataDir: string,
  temporary: Pick<DiskFigures, "free">,
): Finding[] {
  const share = disk.free / disk.total;
  const text = `${gigabytes(disk.free)} of ${gigabytes(disk.total)} free below ${dataDir}.`;
  const advice = "Make room: old files in DATA_DIR/backups go first (docs/operations/backup.md).";
  const found: Finding[] = [];
  if (share < minFree || disk.free < minFreeBytes) found.push(act(text, advice));
  else if (share < minComfortable) found.push(note(text, advice));
  else found.push(good(text));
  if (disk.files > 0 && disk.freeFiles / disk.files < minFree)
    found.push(act(`Only ${disk.freeFiles} more files fit on the disk (inodes).`, advice));
  if (temporary.free < minTemporary)
    found.push(
      act(`${gigabytes(temporary.free)} free below ${tmpdir()}.`, "Make room there, or set TMPDIR."),
    );
  return found;
}

/** Free space and inodes of DATA_DIR's disk, and the space for temporary files. */
export const checkDisk: Check = {
  subject,
  run: async ({ config: { dataDir } }) => judgeDisks(await diskOf(dataDir), dataDir, await diskOf(tmpdir())),
};
