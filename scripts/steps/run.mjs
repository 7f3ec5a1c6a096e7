import { spawn } from "node:child_process";
import { SetUpError } from "./progress.mjs";

/**
 * Runs a program and returns its output. On failure the error contains the end of the output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output = (output + chunk.toString()).slice(-100_000);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("error", (error) => reject(new SetUpError(`${command} can't be run: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(
          new SetUpError(
            `${command} ${args.join(" ")} failed (${signal ?? `exit ${code}`}):\n${output.trim().slice(-6000)}`,
          ),
        );
    });
  });
}

/**
 * Runs npm: the one that runs this script, else the one on the PATH.
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  if (own !== undefined && /npm-cli\.[cm]?js$/.test(own))
    return run(process.execPath, [own, ...args], options);
  return run("npm", args, options);
}
