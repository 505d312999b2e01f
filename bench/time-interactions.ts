import type { Page } from "playwright-core";
import { type Measured, summarize } from "./statistics.ts";

/** Browsers tell of no event that was shown sooner. */
const LEAST_MS = 16;

type Observing = { taken?: Map<number, number>; gaps?: number[]; isLooking?: boolean };

/** From each key or press until the frame after it, as browsers measure it for "interaction to next paint". */
export async function timeInteractions(
  page: Page,
  times: number,
  interact: (time: number) => Promise<unknown>,
): Promise<Measured> {
  await page.evaluate(observe, LEAST_MS);
  for (let time = 0; time < times; time += 1) await interact(time);
  await page.waitForTimeout(500);
  const told = await page.evaluate(() => [...((globalThis as Observing).taken?.values() ?? [])]);
  const sooner = Array.from({ length: Math.max(0, times - told.length) }, () => LEAST_MS);
  return summarize([...told, ...sooner], 0);
}

function observe(least: number): void {
  const taken = new Map<number, number>();
  (globalThis as Observing).taken = taken;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue;
      taken.set(entry.interactionId, Math.max(entry.duration, taken.get(entry.interactionId) ?? 0));
    }
  }).observe({ type: "event", durationThreshold: least } as PerformanceObserverInit);
}

/** Milliseconds between the frames while something moves. */
export async function timeFrames(page: Page, move: () => Promise<unknown>): Promise<Measured> {
  await page.evaluate(lookAtFrames);
  await move();
  return summarize(
    await page.evaluate(() => {
      (globalThis as Observing).isLooking = false;
      return (globalThis as Observing).gaps ?? [];
    }),
  );
}

function lookAtFrames(): void {
  const state = globalThis as Observing;
  state.gaps = [];
  state.isLooking = true;
  let last: number | null = null;
  const look = (now: number) => {
    if (last !== null) state.gaps?.push(now - last);
    last = now;
    if (state.isLooking) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
