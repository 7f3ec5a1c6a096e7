// Shows what is being done and how long it took, on standard error, because standard output may be data.

const live = process.stderr.isTTY && !process.env.CI;
/** @type {Map<string, number>} */
const running = new Map();
/** @type {NodeJS.Timeout | undefined} */
let timer;

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function drawLive() {
  const text = [...running].map(([title, since]) => `${title} … ${seconds(since)}`).join("   ");
  const width = (process.stderr.columns ?? 80) - 4;
  process.stderr.write(`\r\x1b[K  ${text.slice(0, width)}`);
}

/** @param {string} line */
function say(line) {
  if (live) process.stderr.write("\r\x1b[K");
  process.stderr.write(`${line}\n`);
  if (live && running.size > 0) drawLive();
}

/**
 * Runs `work` and shows its title and duration.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = performance.now();
  running.set(title, since);
  if (live) {
    drawLive();
    timer ??= setInterval(drawLive, 200);
  } else {
    say(`  … ${title}`);
  }
  let mark = "✓";
  try {
    return await work();
  } catch (error) {
    mark = "✗";
    throw error;
  } finally {
    running.delete(title);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    say(`  ${mark} ${title.padEnd(44)} ${seconds(since).padStart(7)}`);
  }
}

/** An error whose message is enough for the person; shown without a stack. */
export class SetUpError extends Error {}

/**
 * Ends the process with a message for the person.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  const text =
    error instanceof SetUpError ? error.message : error instanceof Error ? error.stack : String(error);
  console.error(`\n${text}\n`);
  process.exit(1);
}
