/** Prints the progress of the start, and at the end the site's address. */
export interface StartReport {
  /** Does `work` under a title and prints its duration. `onDetail` shows the progress. */
  step<Result>(title: string, work: (onDetail: (detail: string) => void) => Promise<Result>): Promise<Result>;
  /** A block of names and values. */
  block(rows: readonly ReportRow[]): void;
}

export type ReportRow = readonly [name: string, value: string];

/** On standard output; a terminal overwrites the line of the running step. */
export function createStartReport(): StartReport {
  const output = process.stdout;
  const live = output.isTTY;
  return {
    async step(title, work) {
      const since = performance.now();
      const onDetail = (detail: string) => {
        if (live) output.write(`\r\u001B[K  ${title} … ${detail}`);
      };
      onDetail("");
      let mark = "✗";
      try {
        const result = await work(onDetail);
        mark = "✓";
        return result;
      } finally {
        const seconds = `${((performance.now() - since) / 1000).toFixed(1)} s`;
        output.write(`${live ? "\r\u001B[K" : ""}  ${mark} ${title.padEnd(44)} ${seconds.padStart(7)}\n`);
      }
    },
    block(rows) {
      const name = Math.max(...rows.map((row) => row[0].length));
      const lines = rows.map((row) => `${row[0].padEnd(name)}   ${row[1]}`);
      const width = Math.max(...lines.map((line) => line.length));
      const rule = "─".repeat(width + 4);
      output.write(
        `\n  ╭${rule}╮\n${lines.map((line) => `  │  ${line.padEnd(width)}  │\n`).join("")}  ╰${rule}╯\n\n`,
      );
    },
  };
}

/** Prints a step's progress twice a second. */
export async function withProgress<T>(work: Promise<T>, tell: () => void): Promise<T> {
  const timer = setInterval(tell, 500);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
