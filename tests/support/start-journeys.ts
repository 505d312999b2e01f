import { startBrowser, type TestBrowser } from "./browser.ts";
import { closeAfterFile } from "./close-after-file.ts";
import { type DemoOptions, type DemoPortal, startDemoPortal } from "./demo-portal.ts";

/** A portal with the demo data and a browser at its address, for all journeys of the file that calls this, once at its top. */
export async function startJourneys(
  options: DemoOptions = {},
): Promise<{ portal: DemoPortal; browser: TestBrowser }> {
  const portal = await startDemoPortal(options);
  const browser = await startBrowser(portal.url);
  await closeAfterFile(async () => {
    await browser.close();
    await portal.remove();
  });
  return { portal, browser };
}
