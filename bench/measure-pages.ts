import { launchChromium, signIn } from "#tests/support/launch-chromium.ts";
import { weighPage } from "#tests/support/weigh-page.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";

const WRITER = { email: "writer@demo.test", password: "counterpart-demo" };
const DOCUMENT = "/doc/online-store-and-wholesale-portal";

/** The bytes of scripts and styles (gzip) that a browser with an empty cache loads for each page. */
export async function measurePages(): Promise<Record<string, number>> {
  const portal = await startMeasuredPortal();
  const { browser, close } = await launchChromium();
  try {
    const cookies = await signIn(browser, portal.url, WRITER.email, WRITER.password);
    const weights: Record<string, number> = {};
    for (const path of ["/login", "/dashboard", "/documents/type/PROPOSAL", DOCUMENT]) {
      const context = await browser.newContext();
      if (path !== "/login") await context.addCookies(cookies);
      weights[path] = (await weighPage(await context.newPage(), `${portal.url}${path}`)).bytes;
      await context.close();
    }
    return weights;
  } finally {
    await close();
    await portal.remove();
  }
}
