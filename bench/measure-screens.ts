import type { Browser, Page } from "playwright-core";
import { type Cookies, launchChromium, signIn } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import { type Figure, figure, timings } from "./figures.ts";
import { startMeasuredPortal } from "./measured-portal.ts";

const WRITER = { email: "writer@demo.test", password: "counterpart-demo" };
/** The same limits as in tests/e2e/page-weight.test.ts. */
const SCREENS = [
  { name: "sign-in", path: "/login", maxBytes: 130_000, isPublic: true },
  { name: "dashboard", path: "/dashboard", maxBytes: 137_000 },
  { name: "list", path: "/documents/type/PROPOSAL", maxBytes: 155_000 },
  { name: "document", path: "/documents/doc-1042", maxBytes: 179_000 },
  { name: "shared document", path: "/view/doc-1042", maxBytes: 34_000, isPublic: true },
];
const PHONE = { width: 360, height: 780 };
/** A slow mobile connection: 1.6 Mbit/s with 150 ms to each answer. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
/** A phone is this many times slower than the measuring machine. */
const SLOWDOWN = 4;
/** The largest paint counts once nothing larger has come for so long. */
const SETTLED_MS = 1500;
const ROUNDS = 7;
const MAX_PAINT_MS = 1200;
const MAX_REQUESTS = 30;

type Opened = { paintMs: number; shift: number; requests: number };

/** Weight, requests, largest paint and layout shift of clients' screens on a slow phone with an empty cache. */
export async function measureScreens(): Promise<Figure[]> {
  const portal = await startMeasuredPortal();
  const { browser, close } = await launchChromium();
  try {
    const cookies = await signIn(browser, portal.url, WRITER.email, WRITER.password);
    const figures: Figure[] = [];
    for (const { name, path, maxBytes, isPublic = false } of SCREENS) {
      const address = `${portal.url}${path}`;
      const own = isPublic ? [] : cookies;
      const { bytes } = await inPage(browser, own, (page) => weighPage(page, address));
      const rounds: Opened[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await inPage(browser, own, (page) => openSlowly(page, address)));
      const paints = rounds.map(({ paintMs }) => paintMs);
      const most = (key: "requests" | "shift") => Math.max(...rounds.map((opened) => opened[key]));
      figures.push(
        figure(`${name}, scripts and styles`, bytes, "bytes (gzip)", maxBytes),
        figure(`${name}, requests`, most("requests"), "", MAX_REQUESTS),
        ...timings(`${name}, largest paint`, paints, { median: MAX_PAINT_MS }),
        figure(`${name}, layout shift`, most("shift"), "", 0),
      );
    }
    return figures;
  } finally {
    await close();
    await portal.remove();
  }
}

async function inPage<Result>(
  browser: Browser,
  cookies: Cookies,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    await context.addCookies(cookies);
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function openSlowly(page: Page, address: string): Promise<Opened> {
  let requests = 0;
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests += 1;
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", CONNECTION);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.goto(address, { waitUntil: "load" });
  return { ...(await page.evaluate(observePaint, SETTLED_MS)), requests };
}

/** Runs in the page: the largest contentful paint, and the sum of all layout shifts. */
function observePaint(settledMs: number): Promise<{ paintMs: number; shift: number }> {
  return new Promise((resolve) => {
    let paintMs = 0;
    let shift = 0;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve({ paintMs, shift }), settledMs);
    };
    settle();
    new PerformanceObserver((list) => {
      paintMs = list.getEntries().at(-1)?.startTime ?? paintMs;
      settle();
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}
