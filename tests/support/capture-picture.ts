import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "./portal.ts";

/** With `npm run pictures`, writes what a journey shows at this moment to docs/screenshots, from the top of the page. */
export async function capturePicture(page: Page, name: string, whole = false): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 880 });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (whole) await page.setViewportSize({ width: 1280, height });
  await page.evaluate(() => window.scrollTo(0, 0));
  const path = join(ROOT, "docs", "screenshots", `${name}.png`);
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  if (before) await page.setViewportSize(before);
}
