import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Browser, CDPSession, Page, Protocol } from "puppeteer-core";
import { escapeHtml } from "#domain/escape-html.ts";
import type { PaperSize } from "#domain/settings/settings.ts";
import { AppError } from "../app-error.ts";
import type { PdfOptions, PdfRenderer } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { isProcessAlive } from "../is-process-alive.ts";
import { createSemaphore } from "../limit-tasks.ts";
import { type Chromium, findChromium } from "./find-chromium.ts";
import { fontConfiguration, SYSTEM_FOLDERS } from "./fonts.ts";
import { createPreviewQueue } from "./preview-queue.ts";
import { scriptFontCss } from "./script-fonts.ts";

/** Both take seconds at most; a machine that is busy with other work gets time. */
const LAUNCH_TIMEOUT_MS = 60_000;
const RENDER_TIMEOUT_MS = 120_000;
/** A browser uses some 160 MB, so it ends after this idle time. */
const IDLE_MS = 120_000;
const CONCURRENCY = 2;
/** A PDF is sealed and kept in the meantime. */
const EMPTIED_AFTER_MS = 20;
/** Then a page is closed with what it may have gathered. */
const MAX_PRINTS = 50;
const MAX_PREVIEWS = 20;

const ARGS = ["--disable-gpu", "--font-render-hinting=none", "--host-resolver-rules=MAP * ~NOTFOUND"];

const NO_SANDBOX = [...ARGS, "--no-sandbox"];

const FOOTER_STYLE =
  "display:flex;justify-content:space-between;gap:8mm;width:100%;padding:0 18mm;" +
  "font:7.5pt Figtree,'Paper Scripts',sans-serif;color:#6b6560";

const FOOTER_TITLE_STYLE = "min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap";

const MM_AN_INCH = 25.4;

/** How the address of a font in a style sheet begins (fonts.ts, script-fonts.ts). */
const EMBEDDED_FONT = "data:font/";

/** Width and height in inches. */
const PAPER: Record<PaperSize, Pick<Protocol.Page.PrintToPDFRequest, "paperWidth" | "paperHeight">> = {
  A4: { paperWidth: 8.2677, paperHeight: 11.6929 },
  Letter: { paperWidth: 8.5, paperHeight: 11 },
};

/** Lengths in inches. The bytes come with the answer: as a stream they would take three messages more. */
const PRINT: Protocol.Page.PrintToPDFRequest = {
  transferMode: "ReturnAsBase64",
  marginTop: 18 / MM_AN_INCH,
  marginRight: 18 / MM_AN_INCH,
  marginBottom: 20 / MM_AN_INCH,
  marginLeft: 18 / MM_AN_INCH,
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
  displayHeaderFooter: true,
  headerTemplate: "<span></span>",
};

/** The title, after the footer text, is cut off where the line ends. */
function footerTemplate(footerText: string | undefined): string {
  const lead = footerText === undefined ? "" : `${escapeHtml(footerText)} · `;
  return (
    `<div style="${FOOTER_STYLE}"><span style="${FOOTER_TITLE_STYLE}">${lead}<span class="title"></span></span>` +
    '<span style="white-space:nowrap">Page <span class="pageNumber"></span> of <span class="totalPages"></span></span></div>'
  );
}

/** A browser page that is printed on again and again, because opening one takes longer than printing. */
type PooledPage = { page: Page; session: CDPSession; emptied: () => Promise<boolean>; prints: number };
type Running = { browser: Browser; folder: BrowserFolder; free: PooledPage[] };

type RendererEnv = Pick<Env, "chromiumPath" | "dataDir"> & {
  /** The folders with the machine's own fonts. */
  systemFonts?: readonly string[];
};

const isRoot = process.getuid?.() === 0;

/**
 * Prints with one warm Chromium: started by the first page, restarted if it dies, closed when idle. It has its own
 * sandbox unless the user is root (`maySandbox`) or the machine or container forbids it.
 */
export function createPdfRenderer(env: RendererEnv, log: Logger, maySandbox = !isRoot): PdfRenderer {
  const sandbox: Sandbox = { triesLeft: maySandbox ? SANDBOX_TRIES : 0 };
  const runLimited = createSemaphore(CONCURRENCY);
  const acquirePreview = createPreviewQueue(MAX_PREVIEWS);
  let running: Promise<Running> | null = null;
  let busy = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Promise<Running> {
    const started = launch(env, sandbox, log);
    running = started;
    const forget = () => {
      if (running === started) running = null;
    };
    started.then(({ browser, folder }) => {
      browser.once("disconnected", () => {
        forget();
        folder.remove().catch((error: unknown) => log.warn(error, "A browser's folder stays behind"));
      });
    }, forget);
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = running;
    running = null;
    try {
      const { browser, folder } = (await stopped) ?? {};
      await browser?.close();
      await folder?.remove();
    } catch (error) {
      log.debug(error, "The browser that makes PDFs had already gone");
    }
  }

  async function make(
    html: string,
    { metadata, footerText, paperSize = "A4" }: PdfOptions,
  ): Promise<Uint8Array> {
    clearTimeout(idle);
    busy += 1;
    try {
      const printed = await printOn(await (running ?? start()), html, footerTemplate(footerText), paperSize);
      if (!metadata) return printed;
      const { writeMetadata } = await import("./write-metadata.ts");
      return await writeMetadata(printed, metadata);
    } finally {
      busy -= 1;
      if (busy === 0) idle = setTimeout(() => void stop(), IDLE_MS).unref();
    }
  }

  return {
    render: (html, options = {}) => runLimited(() => make(html, options)),
    renderPreview: ({ previewKey, isAwaited }, html, options) =>
      acquirePreview(previewKey, isAwaited, () => make(html, options)),
    close: stop,
  };
}

/** A page is emptied before anything else is printed on it; one on which a print failed is closed. */
async function printOn(on: Running, html: string, footer: string, paper: PaperSize): Promise<Uint8Array> {
  const pooled = await acquirePooledPage(on);
  try {
    const printed = await print(pooled, html, footer, paper);
    const prints = pooled.prints + 1;
    if (prints === MAX_PRINTS) closePooledPage(pooled);
    else on.free.push({ ...pooled, prints, emptied: emptying(pooled.page) });
    return printed;
  } catch (error) {
    closePooledPage(pooled);
    throw error;
  }
}

/** A start that fails for another reason, such as no memory, must not cost the sandbox: it is given up after some. */
type Sandbox = { triesLeft: number };

const SANDBOX_TRIES = 3;

async function launch(env: RendererEnv, sandbox: Sandbox, log: Logger): Promise<Running> {
  const chromium = await findChromium(env, log);
  try {
    if (sandbox.triesLeft === 0) return await open(env, chromium, NO_SANDBOX);
    try {
      const running = await open(env, chromium, ARGS);
      sandbox.triesLeft = SANDBOX_TRIES;
      return running;
    } catch (error) {
      // Where the sandbox has no right to start, Chromium ends and does not say why.
      const running = await open(env, chromium, NO_SANDBOX);
      sandbox.triesLeft -= 1;
      log.warn(error, "Chromium prints without its own sandbox, with which it did not start");
      return running;
    }
  } catch (error) {
    throw doesNotStart(chromium, error, log);
  }
}

function doesNotStart({ executablePath }: Chromium, error: unknown, log: Logger): AppError {
  log.error(error, `The browser ${executablePath} does not start`);
  return new AppError("unavailable", `The browser that makes PDFs (${executablePath}) doesn't start.`);
}

async function open(
  { dataDir, systemFonts }: RendererEnv,
  { executablePath, libraryPath }: Chromium,
  args: string[],
): Promise<Running> {
  let folder: BrowserFolder | undefined;
  try {
    folder = await makeBrowserFolder(dataDir, systemFonts);
    // Two hundred modules, which a portal that prints nothing need not load at its start.
    const { default: puppeteer } = await import("puppeteer-core");
    const browser = await puppeteer.launch({
      executablePath,
      args,
      headless: "shell",
      pipe: true,
      userDataDir: folder.path,
      // None of our own environment, so that the browser learns no secrets.
      env: {
        HOME: folder.path,
        TMPDIR: folder.path,
        FONTCONFIG_FILE: folder.fontsPath,
        LD_LIBRARY_PATH: libraryPath,
        LANG: "en_AU.UTF-8",
      },
      timeout: LAUNCH_TIMEOUT_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return { browser, folder, free: [] };
  } catch (error) {
    await folder?.remove();
    throw error;
  }
}

function withStyle(html: string, css: string): string {
  return html.replace("</head>", () => `<style>${css}</style></head>`);
}

async function acquirePooledPage({ browser, free }: Running): Promise<PooledPage> {
  const pooled = free.pop();
  if (pooled && (await pooled.emptied())) return pooled;
  if (pooled) closePooledPage(pooled);
  const page = await openPage(browser);
  return { page, session: await page.createCDPSession(), emptied: async () => true, prints: 0 };
}

/** Empties a page a moment later, while no caller waits, or on demand. Resolves to whether the page is empty. */
function emptying(page: Page): () => Promise<boolean> {
  let emptied: Promise<boolean> | undefined;
  const empty = () => {
    emptied ??= page.setContent("").then(
      () => true,
      () => false,
    );
    return emptied;
  };
  setTimeout(() => void empty(), EMPTIED_AFTER_MS).unref();
  return empty;
}

/** No one waits for it, and a browser that has gone has closed it. */
function closePooledPage({ page }: PooledPage): void {
  page
    .browserContext()
    .close()
    .catch(() => undefined);
}

/** An empty page in a context of its own, which runs no script and requests nothing. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on("request", (request) => void request.abort().catch(() => undefined));
  return page;
}

async function print(
  { page, session }: PooledPage,
  html: string,
  footer: string,
  paper: PaperSize,
): Promise<Uint8Array> {
  const styled = withStyle(html, await scriptFontCss(html));
  await page.setContent(styled, { waitUntil: "load", timeout: RENDER_TIMEOUT_MS });
  const [, title = ""] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
  const footerCss = await scriptFontCss(title + footer);
  // Installed fonts are there at once, and to ask for them lays the page out for a screen too.
  if (styled.includes(EMBEDDED_FONT)) await page.evaluate("document.fonts.ready");
  const footerTemplate = `<style>${footerCss}</style>${footer}`;
  const printOptions = { ...PRINT, ...PAPER[paper], footerTemplate };
  const { data } = await session.send("Page.printToPDF", printOptions, { timeout: RENDER_TIMEOUT_MS });
  return new Uint8Array(Buffer.from(data, "base64"));
}

/** The folder of a running browser: profile, temporary files, font configuration. Removed when the browser ends. */
export type BrowserFolder = { path: string; fontsPath: string; remove(): Promise<void> };

export async function makeBrowserFolder(
  dataDir: string,
  systemFonts: readonly string[] = SYSTEM_FOLDERS,
): Promise<BrowserFolder> {
  const root = join(dataDir, "browser");
  await mkdir(root, { recursive: true, mode: 0o700 });
  await removeAbandoned(root);
  const path = await mkdtemp(join(root, `${hostname()}-${process.pid}-`));
  const fontsPath = join(path, "fonts.conf");
  await writeFile(fontsPath, fontConfiguration(join(root, "font-cache"), systemFonts));
  return { path, fontsPath, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Removes the folders of killed processes on this machine. */
async function removeAbandoned(root: string): Promise<void> {
  const ours = `${hostname()}-`;
  for (const name of await readdir(root)) {
    if (!name.startsWith(ours)) continue;
    const pid = Number(name.slice(ours.length).split("-")[0]);
    if (Number.isInteger(pid) && !isProcessAlive(pid))
      await rm(join(root, name), { recursive: true, force: true });
  }
}
