import { Console } from "node:console";
import { Writable } from "node:stream";
import type { Logger } from "./log.ts";

function linesOf(log: Logger, stream: "stdout" | "stderr"): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: unknown, _encoding, done) => {
      log.warn("console", { stream, text: String(chunk).trimEnd() });
      done();
    },
  });
}

/**
 * Turns the output of Node and libraries into log lines: warnings, and everything written by `console`. The log
 * is JSON only. Each thread calls it once for itself.
 */
export function logEverything(log: Logger): void {
  // The one listener at that point is Node's own, which prints.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn("node.warning", { name: warning.name, text: warning.message }));
  globalThis.console = new Console({ stdout: linesOf(log, "stdout"), stderr: linesOf(log, "stderr") });
}
