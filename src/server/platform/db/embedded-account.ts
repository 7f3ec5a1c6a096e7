import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./embedded-error.ts";

const run = promisify(execFile);
const accountName = "vetura";

async function lookUpAccount(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** An unprivileged account for the database server, which refuses to run as root. */
export async function unprivilegedAccount(): Promise<{ uid: number; gid: number }> {
  const known = await lookUpAccount(accountName);
  if (known !== null) return known;
  // Concurrent starts may do this, and minimal systems have no useradd: the look-up afterwards counts.
  await run("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", accountName], {
    // Not on every root's path.
    env: { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/sbin` },
  }).catch(() => {});
  const account =
    (await lookUpAccount(accountName)) ??
    (await lookUpAccount("postgres")) ??
    (await lookUpAccount("nobody"));
  if (account === null) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and no account "${accountName}" could be made for it. Start as another user, or set DATABASE_URL.`,
    );
  }
  return account;
}

/** Lets the system check as that user, because modes and ACLs of every parent folder count. */
export async function canUse(
  account: { uid: number; gid: number },
  test: "-w" | "-x",
  path: string,
): Promise<boolean> {
  return run("/bin/sh", ["-c", `test ${test} "$1" && cd "$(dirname "$1")"`, "sh", path], {
    ...account,
    cwd: "/",
  }).then(
    () => true,
    () => false,
  );
}
