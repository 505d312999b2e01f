import { rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, ConsoleMessage, Page, Request, WebError } from "playwright-core";
import { onTestFinished } from "vitest";
import { acquireSeat, leaveSeat, type Seat } from "./browser-seats.ts";
import { launchChromium } from "./launch-chromium.ts";
import { type Cookie, signInByCall } from "./sign-in-by-call.ts";

const ARTEFACTS = fileURLToPath(new URL("../../.tmp/failed-journeys", import.meta.url));

export type PageOptions = {
  /** The email of a sign-in; left out: not signed in. */
  as?: string;
  password?: string;
  width?: number;
  height?: number;
  /** A screen that is touched, like a phone's. */
  hasTouch?: boolean;
  colorScheme?: "light" | "dark";
  /** Where the reader is; the company is in Sydney. */
  timeZone?: string;
  /** False: a browser with scripts switched off. */
  javaScript?: boolean;
  /** Console messages that this journey expects. */
  allowConsole?: RegExp[];
};

/** Cookies of sessions that a portal knows already, by email. */
export type Sessions = Record<string, Cookie[]>;

const sessionsByPortal = new Map<string, Sessions>();

/** Spares the browsers of this portal the sign-ins. */
export function knowSessions(url: string, sessions: Sessions): void {
  sessionsByPortal.set(url, sessions);
}

export type TestBrowser = {
  /**
   * Opens a page at `path` in a new session and closes it after the test. The test fails if the page printed an error,
   * threw or contacted another host. A failed test leaves screenshots, HTML and the requests without an answer in
   * .tmp/failed-journeys.
   */
  openPage(path: string, options?: PageOptions): Promise<Page>;
  /** Closes the sessions that are still open. */
  close(): Promise<void>;
};

let running: Promise<Browser> | undefined;

/** The one Chromium of this worker, which all of its files use until the worker ends. */
async function workersChromium(): Promise<Browser> {
  if (!(await running)?.isConnected()) running = launchUntilExit();
  return running as Promise<Browser>;
}

async function launchUntilExit(): Promise<Browser> {
  const { browser, home } = await launchChromium();
  // Vitest ends a worker by this signal. At its exit, Playwright kills the browser.
  process.once("SIGTERM", () => process.exit());
  process.once("exit", () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}

/** Opens pages of the portal at this address in the Chromium that also makes PDFs. */
export async function startBrowser(url: string): Promise<TestBrowser> {
  const open = new Set<Seat>();
  // Sign-in is limited and slow by design, so each person signs in once.
  const cookiesByPerson = new Map<string, Promise<Cookie[]> | Cookie[]>(
    Object.entries(sessionsByPortal.get(url) ?? {}),
  );

  return {
    async openPage(path, options = {}) {
      const {
        width = 1280,
        height = 800,
        colorScheme = "light",
        as,
        password = "counterpart-demo",
      } = options;
      const seat = await acquireSeat(await workersChromium(), options);
      const { context, page } = seat;
      if (options.javaScript !== false) waitForScripts(page);
      open.add(seat);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ media: null, colorScheme, reducedMotion: "reduce" });
      if (as) {
        const cookies = cookiesByPerson.get(as) ?? signInByCall(url, as, password);
        cookiesByPerson.set(as, cookies);
        await context.addCookies(await cookies);
      }
      const { complaints, stopListening } = listenForComplaints(context, url, options.allowConsole ?? []);
      const { pending, stopFollowing } = followRequests(context);
      onTestFinished(async ({ task }) => {
        const isFailed = task.result?.state === "fail" || complaints.length > 0;
        if (isFailed) await saveArtefacts(context, task.name, [...pending].map(describeRequest));
        // A request that a test still holds must not fail when its page has gone.
        await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
        stopListening();
        stopFollowing();
        open.delete(seat);
        await (isFailed ? context.close() : leaveSeat(seat, url));
        if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join("\n")}`);
      });
      await page.goto(new URL(path, url).href);
      return page;
    },
    async close() {
      await Promise.all([...open].map(({ context }) => context.close()));
    },
  };
}

const waiting = new WeakSet<Page>();

/** A screen that the server drew is seen before its script has come, which answers what journeys do. */
function waitForScripts(page: Page): void {
  if (waiting.has(page)) return;
  waiting.add(page);
  const { goto, reload } = page;
  const takenOver = () => page.locator("#root[data-drawn]").waitFor({ state: "detached" });
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if ((options?.waitUntil ?? "load") === "load") await takenOver();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    await takenOver();
    return response;
  };
}

/** Chromium warns by the clock: a busy machine shows a preloaded font seconds after the page has loaded. */
const SLOW_PRELOAD = /was preloaded using link preload but not used within a few seconds/;

/** The browser prints every refused call on the console. Journeys check those on screen. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4\d\d/;

function listenForComplaints(context: BrowserContext, url: string, allowed: readonly RegExp[]) {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allowed.some((words) => words.test(text))) complaints.push(text);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const isVisitors401 = message.location().url.includes("/api/auth/token");
    if (isVisitors401 || SLOW_PRELOAD.test(message.text())) return;
    if (!REFUSED_CALL.test(message.text()))
      complain(`${message.type()}: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => complain(`thrown: ${error.error().stack ?? error.error().message}`);
  const onRequest = (request: Request) => {
    const asked = new URL(request.url());
    if (/^https?:$/.test(asked.protocol) && asked.origin !== url)
      complain(`asked another host: ${request.url()}`);
  };
  context.on("console", onConsole).on("weberror", onError).on("request", onRequest);
  const stopListening = () =>
    context.off("console", onConsole).off("weberror", onError).off("request", onRequest);
  return { complaints, stopListening };
}

/** The requests of a context that have no answer yet. */
function followRequests(context: BrowserContext) {
  const pending = new Set<Request>();
  const add = (request: Request) => void pending.add(request);
  const remove = (request: Request) => void pending.delete(request);
  context.on("request", add).on("requestfinished", remove).on("requestfailed", remove);
  const stopFollowing = () =>
    context.off("request", add).off("requestfinished", remove).off("requestfailed", remove);
  return { pending, stopFollowing };
}

function describeRequest(request: Request): string {
  return `${request.method()} ${request.url()}`;
}

async function saveArtefacts(
  context: BrowserContext,
  testName: string,
  pending: readonly string[],
): Promise<void> {
  const folder = join(ARTEFACTS, testName.replaceAll(/[^\w-]+/g, "-").slice(0, 80));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "pending-requests.txt"), pending.join("\n"));
  for (const [index, page] of context.pages().entries()) {
    await page
      .screenshot({ path: join(folder, `page-${index + 1}.png`), fullPage: true })
      .catch(() => undefined);
    await writeFile(join(folder, `page-${index + 1}.html`), await page.content().catch(() => ""));
  }
}
