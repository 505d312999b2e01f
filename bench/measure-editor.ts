import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { type Cookies, launchChromium, signIn as signInBrowser } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import { makeSections } from "./make-sections.ts";
import { servePlainPuck } from "./serve-plain-puck.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, summarize } from "./statistics.ts";
import { armForKey, armForSelection, measuredTime } from "./time-to-frame.ts";

const SIZES = [50, 300, 1000];
const KEYS = 200;
const SELECTIONS = 60;
const LOADS = 3;
const EDITOR = { email: "editor@demo.test", password: "counterpart-demo" };
const HEADINGS = ["Part 0.0", "Part 0.1", "Part 0.2"] as const;

type Figures = {
  /** Processor time of the main thread until nothing happens any more. */
  loadCpuMs: Measured;
  /** From a press on a block until the frame that shows its settings. */
  selectMs: Measured;
  /** From a key in the settings until the frame whose canvas shows the letter. */
  keyMs: Measured;
  /** The same for a key in the text on the canvas. */
  keyInPlaceMs?: Measured;
};

type Editors = Record<"ours" | "plainPuck", (context: BrowserContext, blocks: number) => Promise<Page>>;

/** Measures our editor beside plain Puck with the same pages: how fast they load, select and show a typed letter. */
export async function measureEditor(sizes: readonly number[] = SIZES) {
  const portal = await startMeasuredPortal();
  const plain = await servePlainPuck();
  const { browser, close } = await launchChromium();
  try {
    const addresses = await makeDocuments(portal.url, sizes);
    const cookies = await signInBrowser(browser, portal.url, EDITOR.email, EDITOR.password);
    const editors: Editors = {
      ours: (context, blocks) => open(context, addresses.get(blocks) ?? "", cookies),
      plainPuck: (context, blocks) => open(context, `${plain.url}?blocks=${blocks}`),
    };
    const measured: Record<string, Record<string, Figures>> = {};
    for (const blocks of sizes) {
      const row: Record<string, Figures> = {};
      for (const [name, openIn] of Object.entries(editors)) {
        const inNew = async <Result>(work: (page: Page) => Promise<Result>) => {
          const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
          try {
            return await work(await openIn(context, blocks));
          } finally {
            await context.close();
          }
        };
        const loads: number[] = [];
        for (let load = 0; load < LOADS; load += 1) loads.push(await inNew(untilIdle));
        row[name] = {
          loadCpuMs: summarize(loads, 0),
          ...(await inNew(async (page) => ({
            selectMs: await select(page),
            keyMs: await type(page, false),
          }))),
          ...(name === "ours" && { keyInPlaceMs: await inNew((page) => type(page, true)) }),
        };
      }
      measured[`${blocks} blocks`] = row;
    }
    const weigh = async (address: string) => {
      const context = await browser.newContext();
      if (address.startsWith(portal.url)) await context.addCookies(cookies);
      const { files } = await weighPage(await context.newPage(), address);
      await context.close();
      const scripts = files.filter(({ path }) => path.endsWith(".js") && !path.includes("/react-"));
      return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    };
    return {
      ...measured,
      scriptBytesWithoutReact: {
        ours: await weigh(addresses.get(sizes[0] ?? 0) ?? ""),
        plainPuck: await weigh(`${plain.url}?blocks=50`),
      },
    };
  } finally {
    await close();
    await plain.close();
    await portal.remove();
  }
}

/** A document for each size; the addresses of their editors. */
async function makeDocuments(url: string, sizes: readonly number[]): Promise<Map<number, string>> {
  const client = await signIn(url, EDITOR);
  const path = `${url}/api/unique-document/admin`;
  const addresses = new Map<number, string>();
  for (const blocks of sizes) {
    const body = {
      organizationId: "harbour-coffee",
      name: `A page of ${blocks} blocks`,
      documentType: "PROPOSAL",
      invoice: "NO_INVOICE",
      templateId: "BLANK_PAGE",
    };
    const { data } = JSON.parse((await client.send("POST", path, body)).toString()) as {
      data: { uniqueDocumentId: string };
    };
    const page = makeSections(blocks);
    await client.send("PATCH", `${path}/${data.uniqueDocumentId}/draft`, { revision: 1, page });
    addresses.set(blocks, `${url}/admin/documents/${data.uniqueDocumentId}/edit`);
  }
  client.close();
  return addresses;
}

async function open(context: BrowserContext, address: string, cookies: Cookies = []): Promise<Page> {
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  SESSIONS.set(page, session);
  await page.goto(address);
  await page.frameLocator("iframe").getByText(HEADINGS[0], { exact: true }).waitFor();
  return page;
}

const SESSIONS = new WeakMap<Page, CDPSession>();
const QUIET_MS = 700;

/** Waits until the page rests, and returns the processor time that it has taken in milliseconds. */
async function untilIdle(page: Page): Promise<number> {
  const taken = async () => {
    const answer = await SESSIONS.get(page)?.send("Performance.getMetrics");
    return (answer?.metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  for (let before = await taken(); ; ) {
    await page.waitForTimeout(QUIET_MS);
    const now = await taken();
    if (now - before < QUIET_MS / 50) return now;
    before = now;
  }
}

async function select(page: Page): Promise<Measured> {
  await untilIdle(page);
  const times: number[] = [];
  const frame = page.frameLocator("iframe");
  for (let press = 0; press < SELECTIONS; press += 1) {
    const text = HEADINGS[press % HEADINGS.length] ?? HEADINGS[0];
    const box = await frame.getByText(text, { exact: true }).boundingBox();
    await page.evaluate(armForSelection, text);
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    times.push(await page.evaluate(measuredTime));
    await page.waitForTimeout(150);
  }
  return summarize(times);
}

/** Types into the first heading, as fast as people type, with a rest after each sentence. */
async function type(page: Page, isInPlace: boolean): Promise<Measured> {
  await untilIdle(page);
  const heading = page.frameLocator("iframe").getByText(HEADINGS[0], { exact: true });
  await page.evaluate(armForSelection, HEADINGS[0]);
  await heading.click({ position: { x: 5, y: 5 } });
  await page.evaluate(measuredTime);
  if (!isInPlace) await page.locator("input:visible, textarea:visible").evaluateAll(focusField, HEADINGS[0]);
  await page.keyboard.press("End");
  const times: number[] = [];
  let text: string = HEADINGS[0];
  for (let key = 0; key < KEYS; key += 1) {
    const letter = "abcdefghij"[key % 10] ?? "a";
    await page.evaluate(armForKey, { before: text, after: text + letter });
    await page.keyboard.press(letter);
    times.push(await page.evaluate(measuredTime));
    text += letter;
    await page.waitForTimeout(key % 20 === 19 ? 1300 : 60);
  }
  return summarize(times);
}

function focusField(fields: Element[], value: string): void {
  fields.find((field): field is HTMLInputElement => (field as HTMLInputElement).value === value)?.focus();
}
