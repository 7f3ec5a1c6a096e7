import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canUse, unprivilegedAccount } from "./embedded-account.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import { copyPrograms, exists, preparePrograms, productPrograms } from "./embedded-programs.ts";

/** Paths of the embedded cluster and its programs, and its user. */
export interface ClusterPlace {
  /** Contains `cluster`, `password`, `log`, and other files of this cluster. */
  readonly home: string;
  readonly cluster: string;
  /** The folder with PostgreSQL's bin, lib and share. */
  readonly programs: string;
  /** Null: as the user of this process. */
  readonly runAs: { readonly uid: number; readonly gid: number } | null;
  readonly password: string;
  /** Folder of the Unix socket. */
  readonly socket: string;
  /** The socket folder is temporary and removed after the stop. */
  readonly socketIsPassing: boolean;
}

/** Maximum length of a Unix socket's path: 104 bytes on macOS, 108 on Linux. */
const maxSocketPathLength = 100;
const socketName = ".s.PGSQL.5432";
/** In DATA_DIR: the path of the system folder, if the cluster cannot be in DATA_DIR itself. */
const pointerName = "postgres.location";

/** Creates a folder for the database's user only. */
export async function makeHome(home: string, account: { uid: number; gid: number } | null): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (account !== null) {
    await chown(home, account.uid, account.gid);
    await chmod(home, 0o700);
  }
}

/** Creates a file atomically, so that a crash leaves none or all of it. */
async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, content, { mode, flag: "wx" });
  await rename(draft, path);
}

/** Where system services keep their data. */
async function systemFolder(): Promise<string> {
  for (const folder of ["/var/lib", "/usr/local/var", "/var/tmp"]) {
    if (await exists(folder)) return folder;
  }
  throw new EmbeddedPostgresError("There is no system folder such as /var/lib for the database.");
}

/**
 * The cluster's folder outside DATA_DIR, if the database's user cannot enter DATA_DIR (or a clone). DATA_DIR
 * has a pointer to it, and the folder has the path of its DATA_DIR.
 */
async function homeInSystemFolder(
  dataDir: string,
  account: { uid: number; gid: number },
  onNote: (note: string) => void,
): Promise<string> {
  const pointer = join(dataDir, pointerName);
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const pointed = (await readFile(pointer, "utf8").catch(() => "")).trim();
  const home = pointed === "" ? join(await systemFolder(), `vetura-${hash}`) : pointed;
  if (pointed !== "") await finishUpgrade(home);
  const ownerFile = join(home, "data-folder");
  if (pointed === "" && (await exists(join(home, "cluster")))) {
    // The pointer was deleted with its DATA_DIR, so this is a fresh start; existing data is not ours to delete.
    const aside = `${home}.left-${Date.now()}`;
    await rename(home, aside);
    onNote(`The database of a data folder that is gone was set aside: ${aside}`);
  }
  if (pointed !== "") {
    const owner = (await readFile(ownerFile, "utf8").catch(() => "")).trim();
    const ownersPointer = (await readFile(join(owner, pointerName), "utf8").catch(() => "")).trim();
    if (owner !== "" && owner !== dataDir && ownersPointer === home) {
      throw new EmbeddedPostgresError(
        `${dataDir} is a copy of ${owner}: both name the database in ${home}. Delete ${pointer} to start this one with an empty database.`,
      );
    }
  }
  await makeHome(home, account);
  await writeWhole(ownerFile, `${dataDir}\n`, 0o600);
  if (pointed === "") await writeWhole(pointer, `${home}\n`, 0o644);
  return home;
}

async function readPassword(home: string): Promise<string> {
  const file = join(home, "password");
  const stored = (await readFile(file, "utf8").catch(() => "")).trim();
  if (stored !== "") return stored;
  const password = randomBytes(24).toString("base64url");
  await writeWhole(file, `${password}\n`, 0o600);
  return password;
}

/** The folder of the Unix socket: beside the cluster, or a short temporary one if that path is too long. */
async function socketFolder(
  home: string,
  account: { uid: number; gid: number } | null,
): Promise<{ socket: string; socketIsPassing: boolean }> {
  const beside = join(home, "socket");
  const socketIsPassing = Buffer.byteLength(join(beside, socketName)) > maxSocketPathLength;
  const socket = socketIsPassing ? await mkdtemp(join(tmpdir(), "vetura-")) : beside;
  await makeHome(socket, account);
  return { socket, socketIsPassing };
}

async function completePlace(
  home: string,
  programs: string,
  runAs: { uid: number; gid: number } | null,
): Promise<ClusterPlace> {
  return {
    home,
    cluster: join(home, "cluster"),
    programs,
    runAs,
    password: await readPassword(home),
    ...(await socketFolder(home, runAs)),
  };
}

/** The new cluster while an upgrade fills it (server/platform/backup/upgrade-cluster.ts). */
export const upgradedCluster = "cluster.upgrade";

/**
 * Replaces a cluster by the one that an upgrade has filled. The old one leaves its place only once the new one
 * is complete, so a missing cluster means an upgrade interrupted between the two steps, which is then finished.
 */
export async function finishUpgrade(home: string): Promise<void> {
  const cluster = join(home, "cluster");
  if ((await exists(cluster)) || !(await exists(join(home, upgradedCluster)))) return;
  await rename(join(home, upgradedCluster), cluster).catch((error: NodeJS.ErrnoException) => {
    // A concurrent start did the same.
    if (error.code !== "ENOENT") throw error;
  });
}

/**
 * Chooses and prepares the cluster's folder for `dataDir`. As an ordinary user: `dataDir/postgres`. As root:
 * the same, run by an unprivileged account; or a system folder if that account cannot enter `dataDir` or the
 * clone. `programs` is the package with PostgreSQL's programs.
 */
export async function findPlace(
  dataDir: string,
  onNote: (note: string) => void,
  programs = productPrograms(),
): Promise<ClusterPlace> {
  await mkdir(dataDir, { recursive: true });
  const data = await realpath(dataDir);
  const own = join(data, "postgres");
  const found = await preparePrograms(programs);
  await finishUpgrade(own);

  if (process.getuid?.() !== 0) {
    const owner = await stat(join(own, "cluster")).catch(() => null);
    if ((owner !== null && owner.uid !== process.getuid?.()) || (await exists(join(data, pointerName)))) {
      throw new EmbeddedPostgresError(
        `The database in ${data} belongs to another user (it was started as root?). Start as that user, or set another DATA_DIR.`,
      );
    }
    await makeHome(own, null);
    return completePlace(own, found.folder, null);
  }

  const cluster = await stat(join(own, "cluster")).catch(() => null);
  // A cluster keeps its owner, whoever starts it now.
  const account =
    cluster !== null && cluster.uid !== 0
      ? { uid: cluster.uid, gid: cluster.gid }
      : await unprivilegedAccount();
  const programsOpen = await canUse(account, "-x", join(found.folder, "bin", "postgres"));
  if (cluster === null) {
    const pointed = await exists(join(data, pointerName));
    if (!pointed && programsOpen) {
      await makeHome(own, account);
      if (await canUse(account, "-w", own)) return completePlace(own, found.folder, account);
    }
    const home = await homeInSystemFolder(data, account, onNote);
    return completePlace(
      home,
      programsOpen ? found.folder : await copyPrograms(found.folder, found.version, home),
      account,
    );
  }
  if (!(await canUse(account, "-w", own))) {
    throw new EmbeddedPostgresError(
      `The database in ${own} runs as user ${account.uid}, who can't enter that folder any more. Open the folders above it to that user (chmod o+x), or move DATA_DIR.`,
    );
  }
  return completePlace(
    own,
    programsOpen ? found.folder : await copyPrograms(found.folder, found.version, own),
    account,
  );
}
