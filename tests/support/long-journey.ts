import { test } from "vitest";
import { isLongest } from "./suite-cases.ts";

/** A journey whose claims cheaper tests or a neighbouring journey show as well: `npm run prove -- --long` runs it. */
export function longJourney(title: string, run: () => Promise<void>): void {
  if (isLongest) test(title, run);
}
