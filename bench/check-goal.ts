/** Prints whether a value keeps its limit; if not, sets exit code 1. */
export function checkGoal(what: string, value: number, most: number, unit = ""): void {
  const isKept = value <= most;
  if (!isKept) process.exitCode = 1;
  console.log(
    `${isKept ? "ok  " : "MISS"} ${what}: ${value.toFixed(2)}${unit} (goal: at most ${most}${unit})`,
  );
}
