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

const STEPS = [
  { unit: "second", seconds: 1 },
  { unit: "minute", seconds: 60 },
  { unit: "hour", seconds: 3600 },
  { unit: "day", seconds: 86_400 },
  { unit: "year", seconds: 365.25 * 86_400 },
];

/** "45 seconds", "3 hours", "29 years": in the largest unit of which there is one. */
export function formatDuration(seconds: number): string {
  const step = STEPS.findLast((one) => seconds >= one.seconds) ?? { unit: "second", seconds: 1 };
  const count = Math.floor(seconds / step.seconds);
  return `${count} ${step.unit}${count === 1 ? "" : "s"}`;
}
