import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { type FrontProxy, startFrontProxy } from "#tests/support/front-proxy.ts";
import type { Portal } from "#tests/support/portal.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const WRITER = "writer@demo.test";
const PIECES = 12;
const QUIET_MS = 500;

let proxy: FrontProxy;
let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  proxy = await startFrontProxy();
  portal = await startDemoPortal({ variables: { PUBLIC_URL: proxy.url, TRUSTED_PROXIES: "1", DEMO: "1" } });
  proxy.target = portal.url;
  browser = await startBrowser(proxy.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
  await proxy?.close();
});

const SCREENS = [
  "/login",
  "/dashboard",
  "/documents/type/PROPOSAL",
  "/documents/type/LEGAL_DOCUMENT",
  // Their pictures are drawings of the portal's own folder, and stored in the portal, which knows all sizes.
  "/doc/online-store-and-wholesale-portal",
  "/documents/doc-1028",
  "/work-orders",
  "/work-orders/wo-3101",
  "/invoices",
  "/invoices/inv-0433",
  "/notifications",
  "/permissions",
  "/user",
  "/general-document/general-terms",
];

/** The layout shifts since the page was opened, which the browser buffers for later observers. */
const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    return observer.takeRecords().map((entry) => {
      const { value = 0, sources = [] } = entry as { value?: number; sources?: { node?: Element }[] };
      return [value, sources.map(({ node }) => node?.className ?? node?.nodeName)];
    });
  });

/** Opens an address as over a slow line: each piece of the HTML is painted before the next comes, fonts and code come last. */
async function openSlowly(page: Page, path: string): Promise<void> {
  const isCommitted = Promise.withResolvers<void>();
  const isSent = Promise.withResolvers<void>();
  proxy.sendsPages = async function* divide(html) {
    const start = html.indexOf('id="root"');
    const length = Math.ceil((html.indexOf("</body>") - start) / PIECES);
    yield html.slice(0, start);
    await isCommitted.promise;
    for (let at = start; at < html.length; at += length) {
      yield html.slice(at, at + length);
      await untilPainted(page);
    }
    isSent.resolve();
  };
  let lastAsked = Date.now();
  await page.route("**/*", async (route) => {
    lastAsked = Date.now();
    if (/\.(?:js|woff2)$/.test(route.request().url())) await isSent.promise;
    await route.fallback();
  });
  await page.goto(`${proxy.url}${path}`, { waitUntil: "commit" });
  isCommitted.resolve();
  await page.waitForLoadState("load");
  proxy.sendsPages = null;
  await page.locator("#root[data-drawn]").waitFor({ state: "detached" });
  await page.getByRole("heading").first().waitFor();
  while (Date.now() - lastAsked < QUIET_MS) await page.waitForTimeout(50);
}

const untilPainted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Every second screen at one width, the others at the other.
test.each([
  [360, 0],
  [1280, 1],
])(
  "SPEED-11 nothing moves on any screen of clients at %i px, however slowly it arrives",
  async (width, first) => {
    const screens = SCREENS.filter((_path, place) => place % 2 === first);
    const moved: unknown[] = [];
    for (const path of casesFor(screens, SCREENS)) {
      const page = await browser.openPage("about:blank", {
        width,
        ...(path !== "/login" && { as: WRITER }),
      });
      await openSlowly(page, path);
      const shifts = await shiftsOf(page);
      if (shifts.length > 0) moved.push({ path, shifts });
    }
    expect(moved, JSON.stringify(moved, null, 1)).toEqual([]);
  },
);

test("SPEED-11 what moves would be noticed", async () => {
  const page = await browser.openPage("/login");
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        document.body.style.paddingTop = "200px";
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  expect(await shiftsOf(page)).not.toEqual([]);
});
