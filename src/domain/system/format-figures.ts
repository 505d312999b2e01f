const UNITS = ["kB", "MB", "GB", "TB"];

/** "812 MB", "1.4 GB": with a decimal below ten. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
