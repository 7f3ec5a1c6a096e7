/** A progress line on standard error: updated live on a terminal, otherwise written once in a while. */
export interface ProgressLine {
  show(text: string): void;
  end(): void;
}

const liveEvery = 100;
const logEvery = 10_000;

export function createProgressLine(): ProgressLine {
  const live = process.stderr.isTTY && process.env.CI === undefined;
  // Work of a few seconds needs no line in a log.
  let shownAt = live ? Number.NEGATIVE_INFINITY : performance.now();
  let open = false;
  return {
    show: (text) => {
      if (performance.now() - shownAt < (live ? liveEvery : logEvery)) return;
      shownAt = performance.now();
      process.stderr.write(live ? `\r\u001B[K  ${text}` : `  ${text}\n`);
      open = live;
    },
    end: () => {
      if (open) process.stderr.write("\r\u001B[K");
      open = false;
    },
  };
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
