import type { Browser, BrowserContext, Page } from "playwright-core";

/** A step takes milliseconds. A busy machine may need long, and fails no test for it. */
const STEP_TIMEOUT_MS = 90_000;

/** A browser session with one page. Its process costs more than what a journey does in it, so the next one takes it. */
export type Seat = { context: BrowserContext; page: Page; kind: string; isSpent: boolean };

/** What cannot be changed in an open session. */
type Kind = { timeZone?: string; javaScript?: boolean; hasTouch?: boolean };

/** The unused seats of this worker. */
const free: Seat[] = [];

/** A page without cookies or stored data, that shows nothing. */
export async function acquireSeat(browser: Browser, wanted: Kind): Promise<Seat> {
  const { timeZone = "Australia/Sydney", javaScript = true, hasTouch = false } = wanted;
  const kind = `${timeZone} ${javaScript} ${hasTouch}`;
  const at = free.findIndex((one) => one.kind === kind && !one.page.isClosed());
  const [known] = at < 0 ? [] : free.splice(at, 1);
  if (known) return known;
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    hasTouch,
    reducedMotion: "reduce",
    locale: "en-AU",
    timezoneId: timeZone,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const seat = { context, page: await context.newPage(), kind, isSpent: false };
  markWhenSpent(seat);
  return seat;
}

/** Scripts that a test adds to a page run in all of its later documents. */
function markWhenSpent(seat: Seat): void {
  const { page } = seat;
  const add = page.addInitScript.bind(page);
  page.addInitScript = (...given: Parameters<typeof add>) => {
    seat.isSpent = true;
    return add(...given);
  };
}

const LISTENED = [
  "console",
  "dialog",
  "download",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "response",
];

/** Makes the seat like new for the next journey, or closes it if that cannot be. */
export async function leaveSeat(seat: Seat, url: string): Promise<void> {
  const { context, page, isSpent } = seat;
  // Only a page of the portal can clear its storage. Chromium may never close a second page alone that has just
  // reloaded.
  const isAlone = context.pages().length === 1;
  if (isSpent || page.isClosed() || !isAlone || !page.url().startsWith(`${url}/`)) return context.close();
  try {
    for (const event of LISTENED) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await page.mouse.move(-10, -10);
    // Unsaved changes prompt before leaving.
    page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
    // The portal's pages have an opener policy, so the way over about:blank would cost two processes.
    await page.goto(`${url}/healthz`);
    page.removeAllListeners("dialog");
    // A screen stores its scroll position when it is left.
    await page.evaluate(() => sessionStorage.clear());
    const debug = await context.newCDPSession(page);
    await debug.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "local_storage,indexeddb" });
    await debug.detach();
    await context.clearCookies();
    free.push(seat);
  } catch {
    await context.close();
  }
}
