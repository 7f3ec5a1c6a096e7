const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** "0 B", "640 kB", "1,2 GB"; 1 kB is 1000 bytes, as on disks' labels. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, "").replace(".", ",")} ${units[unit] ?? "TB"}`;
}
