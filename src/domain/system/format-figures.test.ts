import { expect, test } from "vitest";
import { formatBytes, formatDuration } from "./format-figures.ts";

test.each([
  [512_000, "512 kB"],
  [999_700_000, "1000 MB"],
  [1_400_000_000, "1.4 GB"],
  [52_000_000_000, "52 GB"],
  [3_100_000_000_000, "3.1 TB"],
])("RUN-3 %d bytes read as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0.4, "0 seconds"],
  [45, "45 seconds"],
  [61, "1 minute"],
  [10_900, "3 hours"],
  [172_801, "2 days"],
  [364 * 86_400, "364 days"],
  [10_949 * 86_400, "29 years"],
])("RUN-3 %d seconds read as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
