import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const env = {
  ...process.env,
  PATH: `${process.env["PATH"]}:/usr/sbin:/sbin`,
  DEBIAN_FRONTEND: "noninteractive",
};

async function isThere(program: string, versionFlag: string): Promise<boolean> {
  return run(program, [versionFlag], { env }).then(
    () => true,
    () => false,
  );
}

/**
 * Checks that a program of Debian is installed, and installs it if allowed. Throws if it is unavailable: a
 * skipped test must not look like a passed one.
 */
export async function needProgram(
  program: string,
  debianPackage = program,
  versionFlag = "--version",
): Promise<void> {
  if (await isThere(program, versionFlag)) return;
  const install = ["install", "-y", "--no-install-recommends", debianPackage];
  try {
    await run("apt-get", ["update", "-qq"], { env });
    await run("apt-get", install, { env, maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Error(`This test needs ${program}: apt-get ${install.join(" ")} (as root)`, { cause: error });
  }
  if (!(await isThere(program, versionFlag))) throw new Error(`${debianPackage} brought no ${program}`);
}
