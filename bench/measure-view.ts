import { gzipSync } from "node:zlib";
import { launchChromium } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import { replayAnswers } from "./replay-answers.ts";
import { paintOf, slowDown } from "./slow-line.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, ratio, summarize } from "./statistics.ts";

const VIEW = "/view/doc-1042";
const ROUNDS = 7;

export type ViewMeasure = {
  pageBytes: number;
  scriptBytes: number;
  largestPaintMs: Measured;
  /** The same answers from the memory of a bare server. */
  staticPaintMs: Measured;
  ofStatic: number;
};

/** The public view: bytes (gzip) of its page and script, and its largest contentful paint beside that of static files. */
export async function measureView(): Promise<ViewMeasure> {
  const portal = await startMeasuredPortal();
  const files = await replayAnswers(portal.url);
  const { browser, close } = await launchChromium();
  async function paint(url: string): Promise<number> {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
    const tab = await context.newPage();
    await slowDown(tab);
    const painted = await paintOf(tab, `${url}${VIEW}`);
    await context.close();
    return painted.largest;
  }
  try {
    const page = await (await fetch(`${portal.url}${VIEW}`)).text();
    const visitor = await browser.newContext();
    const { bytes } = await weighPage(await visitor.newPage(), `${portal.url}${VIEW}`);
    await visitor.close();
    const [paints, statics]: [number[], number[]] = [[], []];
    // The first of each fills caches.
    for (const url of [portal.url, files.url]) await paint(url);
    for (let round = 0; round < ROUNDS; round += 1) {
      paints.push(await paint(portal.url));
      statics.push(await paint(files.url));
    }
    const [largestPaintMs, staticPaintMs] = [summarize(paints, 0), summarize(statics, 0)];
    return {
      pageBytes: gzipSync(page).length,
      scriptBytes: bytes,
      largestPaintMs,
      staticPaintMs,
      ofStatic: ratio(largestPaintMs, staticPaintMs),
    };
  } finally {
    await close();
    files.stop();
    await portal.remove();
  }
}
