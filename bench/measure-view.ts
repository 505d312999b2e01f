import { gzipSync } from "node:zlib";
import { launchChromium } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import { paintOf, slowDown } from "./slow-line.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { summarize } from "./statistics.ts";

const VIEW = "/view/doc-1042";
const ROUNDS = 5;
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
      await slowDown(tab);
      paints.push(await paintOf(tab, `${portal.url}${VIEW}`));
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
