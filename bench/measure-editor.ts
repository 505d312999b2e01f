import type { Browser } from "playwright-core";
import { type Cookies, launchChromium, signIn as signInBrowser } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import type { HttpClient } from "./http-client.ts";
import { makeSections } from "./make-sections.ts";
import { makeDocument, measurePageSaves } from "./measure-saves.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { summarize } from "./statistics.ts";
import { UsedEditor } from "./use-editor.ts";

const SIZES = [50, 300, 1000];
const KEYS = 200;
const SELECTIONS = 40;
const MOVES = 20;
const LOADS = 3;
/** Here a key takes about a frame, which hides what the editor does in it. */
const SLOWDOWN = 4;
const EDITOR = { email: "editor@demo.test", password: "counterpart-demo" };

type Address = { url: string; cookies: Cookies };

/** Measures the editor: how fast it loads, selects, moves and shows a typed letter. */
export async function measureEditor(sizes: readonly number[] = SIZES) {
  const portal = await startMeasuredPortal();
  const { browser, close } = await launchChromium();
  const client = await signIn(portal.url, EDITOR);
  try {
    const cookies = await signInBrowser(browser, portal.url, EDITOR.email, EDITOR.password);
    const measured: Record<string, unknown> = {};
    for (const blocks of sizes) {
      measured[`${blocks} blocks`] = await measure(browser, async () => ({
        url: await makeEditor(client, portal.url, blocks),
        cookies,
      }));
    }
    const weighed = { url: await makeEditor(client, portal.url, 50), cookies };
    return {
      ...measured,
      scriptBytesWithoutReact: {
        editor: await weighScripts(browser, weighed),
        companysHome: await weighScripts(browser, { url: `${portal.url}/admin`, cookies }),
      },
      saveMs: await measurePageSaves(client, portal.url, "harbour-coffee", 300),
    };
  } finally {
    client.close();
    await close();
    await portal.remove();
  }
}

async function measure(browser: Browser, makeAddress: () => Promise<Address>) {
  const inEach = <Result>(work: (editor: UsedEditor) => Promise<Result>, slowdown = 1) =>
    inEditor(browser, makeAddress, work, slowdown);
  const loads: number[] = [];
  for (let load = 0; load < LOADS; load += 1) loads.push(await inEach((editor) => editor.untilIdle()));
  return {
    loadCpuMs: summarize(loads, 0),
    selectMs: await inEach((editor) => editor.select(SELECTIONS)),
    keyInSettingsMs: await inEach((editor) => editor.type(KEYS, false)),
    keyInSettingsOfSlowComputerMs: await inEach((editor) => editor.type(KEYS, false), SLOWDOWN),
    keyInPlaceMs: await inEach((editor) => editor.type(KEYS, true)),
    moveMs: await inEach((editor) => editor.move(MOVES)),
  };
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
