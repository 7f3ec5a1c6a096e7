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
 * Turns what Node and libraries would print as text of their own into lines of the log: warnings, and all that is
 * written by `console`. The log is JSON and nothing else. Each thread calls it for itself, once.
 */
export function logEverything(log: Logger): void {
  // The one listener that is there by then is Node's own, which prints.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn("node.warning", { name: warning.name, text: warning.message }));
  globalThis.console = new Console({ stdout: linesOf(log, "stdout"), stderr: linesOf(log, "stderr") });
}
