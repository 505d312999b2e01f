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

/** The time of the largest contentful paint of an address on this page, in milliseconds from the request. */
export async function paintOf(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: "load" });
  return page.evaluate(lastPaint, SETTLED_MS);
}

function lastPaint(settledMs: number): Promise<number> {
  return new Promise((resolve) => {
    let last = 0;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve(last), settledMs);
    };
    settle();
    new PerformanceObserver((list) => {
      last = list.getEntries().at(-1)?.startTime ?? last;
      settle();
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
