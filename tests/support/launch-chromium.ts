import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { makeBrowserFolder } from "#server/pdf/chromium-renderer.ts";
import { findChromium } from "#server/pdf/find-chromium.ts";

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

type Launched = { browser: Browser; home: string; close(): Promise<void> };

/** The Chromium that also makes PDFs, with a temporary home folder. */
export async function launchChromium(): Promise<Launched> {
  const home = await mkdtemp(join(tmpdir(), "counterpart-browser-"));
  const variables = { chromiumPath: process.env.CHROMIUM_PATH, dataDir: home };
  const { executablePath, libraryPath } = await findChromium(variables, pino({ level: "silent" }));
  const folder = await makeBrowserFolder(home);
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
    env: {
      HOME: folder.path,
      TMPDIR: folder.path,
      FONTCONFIG_FILE: folder.fontsPath,
      LANG: "en_AU.UTF-8",
      ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}),
    },
  });
  return {
    browser,
    home,
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Signs in through the portal's call. Returns the session's cookies. */
export async function signIn(
  browser: Browser,
  url: string,
  email: string,
  password: string,
): Promise<Cookies> {
  const context = await browser.newContext();
  try {
    const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
      headers: { origin: url },
      data: { email, password },
    });
    if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
    return await context.cookies();
  } finally {
    await context.close();
  }
}
