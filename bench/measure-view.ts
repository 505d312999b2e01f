import { gzipSync } from "node:zlib";
import { launchChromium } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { summarize } from "./statistics.ts";

const VIEW = "/view/doc-1042";
const ROUNDS = 5;
/** A slow mobile connection. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;

/** Measures the public view: bytes (gzip) of its page and script, and its largest contentful paint in milliseconds. */
export async function measureView() {
  const portal = await startMeasuredPortal();
  const { browser, close } = await launchChromium();
  try {
    const page = await (await fetch(`${portal.url}${VIEW}`)).text();
    const visitor = await browser.newContext();
    const { bytes } = await weighPage(await visitor.newPage(), `${portal.url}${VIEW}`);
    await visitor.close();
    const paints: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
      const tab = await context.newPage();
      const session = await context.newCDPSession(tab);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", LINE);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      await tab.goto(`${portal.url}${VIEW}`, { waitUntil: "load" });
      paints.push(await tab.evaluate(largestPaint));
      await context.close();
    }
    return {
      pageBytes: gzipSync(page).length,
      scriptBytes: bytes,
      largestPaintMs: summarize(paints, 0),
    };
  } finally {
    await close();
    await portal.remove();
  }
}

function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
}
