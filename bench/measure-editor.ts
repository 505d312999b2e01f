import type { Browser } from "playwright-core";
import { type Cookies, launchChromium, signIn as signInBrowser } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import type { HttpClient } from "./http-client.ts";
import { makeSections } from "./make-sections.ts";
import { makeDocument, measurePageSaves } from "./measure-saves.ts";
import { servePlainPuck } from "./serve-plain-puck.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, summarize } from "./statistics.ts";
import { UsedEditor } from "./use-editor.ts";

const SIZES = [50, 300, 1000];
const KEYS = 200;
const SELECTIONS = 40;
const MOVES = 20;
const LOADS = 3;
/** Here a key takes either editor about a frame, which hides what they do in it. */
const SLOWDOWN = 4;
const EDITOR = { email: "editor@demo.test", password: "counterpart-demo" };

type Address = { url: string; cookies: Cookies };
type Editors = Record<"ours" | "plainPuck", () => Promise<Address>>;

/** Measures our editor beside plain Puck with the same pages: how fast they load, select and show a typed letter. */
export async function measureEditor(sizes: readonly number[] = SIZES) {
  const portal = await startMeasuredPortal();
  const plain = await servePlainPuck();
  const { browser, close } = await launchChromium();
  const client = await signIn(portal.url, EDITOR);
  try {
    const cookies = await signInBrowser(browser, portal.url, EDITOR.email, EDITOR.password);
    const measured: Record<string, unknown> = {};
    for (const blocks of sizes) {
      measured[`${blocks} blocks`] = await compare(browser, {
        ours: async () => ({ url: await makeEditor(client, portal.url, blocks), cookies }),
        plainPuck: async () => ({ url: `${plain.url}?blocks=${blocks}`, cookies: [] }),
      });
    }
    const weighed = { url: await makeEditor(client, portal.url, 50), cookies };
    return {
      ...measured,
      scriptBytesWithoutReact: {
        ours: await weighScripts(browser, weighed),
        companysHome: await weighScripts(browser, { url: `${portal.url}/admin`, cookies }),
        plainPuck: await weighScripts(browser, { url: plain.url, cookies: [] }),
      },
      saveMs: await measurePageSaves(client, portal.url, "harbour-coffee", 300),
    };
  } finally {
    client.close();
    await close();
    await plain.close();
    await portal.remove();
  }
}

/** Both editors by turns, so that a slow minute of the machine slows both. */
async function compare(browser: Browser, editors: Editors) {
  const inEach = async <Result>(work: (editor: UsedEditor) => Promise<Result>, slowdown = 1) => ({
    ours: await inEditor(browser, editors.ours, work, slowdown),
    plainPuck: await inEditor(browser, editors.plainPuck, work, slowdown),
  });
  const loads = { ours: [] as number[], plainPuck: [] as number[] };
  for (let load = 0; load < LOADS; load += 1) {
    const { ours, plainPuck } = await inEach((editor) => editor.untilIdle());
    loads.ours.push(ours);
    loads.plainPuck.push(plainPuck);
  }
  const key = await inEach((editor) => editor.type(KEYS, false));
  const inPlace = await inEditor(browser, editors.ours, (editor) => editor.type(KEYS, true), 1);
  const slowKey = await inEach((editor) => editor.type(KEYS, false), SLOWDOWN);
  return {
    loadCpuMs: withRatio({ ours: summarize(loads.ours, 0), plainPuck: summarize(loads.plainPuck, 0) }),
    selectMs: withRatio(await inEach((editor) => editor.select(SELECTIONS))),
    keyInSettingsMs: withRatio(key),
    keyInSettingsOfSlowComputerMs: withRatio(slowKey),
    keyInPlaceMs: withRatio({ ours: inPlace, plainPuck: key.plainPuck }),
    moveMs: withRatio(await inEach((editor) => editor.move(MOVES))),
  };
}

function withRatio({ ours, plainPuck }: { ours: Measured; plainPuck: Measured }) {
  const ratio = (name: "median" | "p95") => Number((ours[name] / plainPuck[name]).toFixed(2));
  return { ours, plainPuck, ratio: { median: ratio("median"), p95: ratio("p95") } };
}

async function inEditor<Result>(
  browser: Browser,
  makeAddress: () => Promise<Address>,
  work: (editor: UsedEditor) => Promise<Result>,
  slowdown: number,
): Promise<Result> {
  const { url, cookies } = await makeAddress();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return await work(await UsedEditor.open(context, url, cookies, slowdown));
  } finally {
    await context.close();
  }
}

/** The editor of a new document with such a page: what is typed into one is saved. */
async function makeEditor(client: HttpClient, url: string, blocks: number): Promise<string> {
  const draft = await makeDocument(client, url, "harbour-coffee", `A page of ${blocks} blocks`);
  await client.send("PATCH", draft, { revision: 1, page: makeSections(blocks) });
  return `${url}/admin/documents/${draft.split("/").at(-2)}/edit`;
}

/** The bytes (gzip) of the scripts that a page loads, without React. */
async function weighScripts(browser: Browser, { url, cookies }: Address): Promise<number> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const { files } = await weighPage(await context.newPage(), url);
  await context.close();
  const scripts = files.filter(({ path }) => path.endsWith(".js") && !path.includes("/react-"));
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}
