import type { Page } from "playwright-core";

/** A slow mobile connection: 1.6 Mbit/s with 150 ms to each answer. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
/** A phone computes so many times slower than this machine. */
const SLOWER = 4;
/** The largest paint counts until nothing larger has come for so long. */
const SETTLED_MS = 1500;

/** Makes a page as slow as on a phone. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

type Painted = {
  /** Milliseconds from the request. */
  largest: number;
  /** The sum of all layout shifts, as browsers measure them. */
  shift: number;
};

/** The largest contentful paint of an address on this page, and what moved. */
export async function paintOf(page: Page, address: string): Promise<Painted> {
  await page.goto(address, { waitUntil: "load" });
  return page.evaluate(lastPaint, SETTLED_MS);
}

function lastPaint(settledMs: number): Promise<Painted> {
  return new Promise((resolve) => {
    let largest = 0;
    let shift = 0;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve({ largest, shift }), settledMs);
    };
    settle();
    new PerformanceObserver((list) => {
      largest = list.getEntries().at(-1)?.startTime ?? largest;
      settle();
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}
