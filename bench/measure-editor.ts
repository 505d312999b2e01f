import type { Browser, Page } from "playwright-core";
import { type Cookies, launchChromium, signIn as signInBrowser } from "#tests/support/launch-chromium.ts";
import { type Figure, timings } from "./figures.ts";
import { type HttpClient, signIn } from "./http-client.ts";
import { makeSections } from "./make-sections.ts";
import { startMeasuredPortal } from "./measured-portal.ts";

const SIZES = [50, 300, 1000];
/** The second one is a slow computer. */
const SLOWDOWNS = [1, 4];
const KEYS = 100;
const KEY_INTERVAL_MS = 60;
const SENTENCE_KEYS = 20;
const SENTENCE_PAUSE_MS = 1300;
const QUIET_MS = 500;
/** A slow editor is measured with fewer keys, so that the run ends. */
const MAX_MS = 60_000;
const HEADING = "Part 0.0";
const EDITOR = { email: "editor@demo.test", password: "counterpart-demo" };

/** From a key in the page editor until the frame that shows the letter: in the settings, and in the text itself. */
export async function measureEditor(): Promise<Figure[]> {
  const portal = await startMeasuredPortal();
  const { browser, close } = await launchChromium();
  const client = await signIn(portal.url, EDITOR);
  try {
    const cookies = await signInBrowser(browser, portal.url, EDITOR.email, EDITOR.password);
    const figures: Figure[] = [];
    for (const blocks of SIZES) {
      for (const isInSettings of [true, false]) {
        for (const slowdown of SLOWDOWNS) {
          const address = await createPage(client, portal.url, blocks);
          const times = await typeInEditor(browser, cookies, address, { isInSettings, slowdown });
          const place = isInSettings ? "settings" : "text";
          const speed = slowdown === 1 ? "" : `, ${slowdown} times slower`;
          figures.push(...timings(`key in the ${place} of ${blocks} blocks${speed}`, times));
        }
      }
    }
    return figures;
  } finally {
    client.close();
    await close();
    await portal.remove();
  }
}

/** Creates a document with so many blocks. Returns the address of its editor. */
async function createPage(client: HttpClient, url: string, blocks: number): Promise<string> {
  const path = `${url}/api/unique-document/admin`;
  const body = {
    organizationId: "harbour-coffee",
    name: `A page of ${blocks} blocks`,
    documentType: "PROPOSAL",
    invoice: "NO_INVOICE",
    templateId: "BLANK_PAGE",
  };
  const { data } = JSON.parse((await client.send("POST", path, body)).toString());
  const { uniqueDocumentId } = data as { uniqueDocumentId: string };
  await client.send("PATCH", `${path}/${uniqueDocumentId}/draft`, {
    revision: 1,
    page: makeSections(blocks),
  });
  return `${url}/admin/documents/${uniqueDocumentId}/edit`;
}

type Typing = { isInSettings: boolean; slowdown: number };

async function typeInEditor(
  browser: Browser,
  cookies: Cookies,
  address: string,
  { isInSettings, slowdown }: Typing,
): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(address);
    await select(page);
    if (isInSettings) await page.locator("input:visible, textarea:visible").evaluateAll(focusField, HEADING);
    await page.keyboard.press("End");
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return await typeKeys(page);
  } finally {
    await context.close();
  }
}

/** Selects the first heading once the page is quiet, and waits for its settings. */
async function select(page: Page): Promise<void> {
  const heading = page.frameLocator("iframe").getByText(HEADING, { exact: true });
  await heading.waitFor();
  await page.waitForTimeout(QUIET_MS);
  await heading.click();
  await page.waitForFunction(
    (value) =>
      [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some(
        (field) => field.value === value && field.checkVisibility(),
      ),
    HEADING,
  );
}

function focusField(fields: Element[], value: string): void {
  fields.find((field): field is HTMLInputElement => (field as HTMLInputElement).value === value)?.focus();
}

/** Types as fast as people do, with a pause after each sentence. */
async function typeKeys(page: Page): Promise<number[]> {
  const started = performance.now();
  const times: number[] = [];
  let text = HEADING;
  for (let key = 0; key < KEYS && performance.now() - started < MAX_MS; key += 1) {
    const letter = "abcdefghij"[key % 10] ?? "a";
    await page.evaluate(watchHeading, { before: text, after: text + letter });
    await page.keyboard.press(letter);
    times.push(await page.evaluate(readTime));
    text += letter;
    await page.waitForTimeout(
      key % SENTENCE_KEYS === SENTENCE_KEYS - 1 ? SENTENCE_PAUSE_MS : KEY_INTERVAL_MS,
    );
  }
  return times;
}

type Watching = typeof globalThis & { keyTime?: Promise<number> };

/** Runs in the page: measures the time from the next key until a frame whose canvas shows the heading with its new text. */
function watchHeading({ before, after }: { before: string; after: string }): void {
  const frame = document.querySelector("iframe")?.contentWindow;
  const headings = [...(frame?.document.querySelectorAll("h1, h2, h3, h4") ?? [])];
  const heading = headings.find(({ textContent }) => textContent === before);
  if (!heading) throw new Error(`No heading has the text ${before}`);
  (globalThis as Watching).keyTime = new Promise((resolve) => {
    const look = (from: number) => {
      if (heading.textContent !== after) {
        requestAnimationFrame(() => look(from));
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now() - from);
      port2.postMessage(null);
    };
    const listening = new AbortController();
    for (const view of frame ? [window, frame] : [window]) {
      const onKey = ({ timeStamp }: Event) => {
        listening.abort();
        const from = view.performance.timeOrigin + timeStamp;
        requestAnimationFrame(() => look(from));
      };
      view.addEventListener("keydown", onKey, { capture: true, signal: listening.signal });
    }
  });
}

/** Rejects if the canvas has not followed within 20 seconds. */
function readTime(): Promise<number> {
  const late = new Promise<number>((_, reject) =>
    setTimeout(() => reject(new Error("The canvas did not follow")), 20_000),
  );
  return Promise.race([(globalThis as Watching).keyTime ?? late, late]);
}
