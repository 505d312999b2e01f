import type { Page } from "playwright-core";
import { FIRST_ANSWERS } from "#contract/first-answers.ts";

const ELEMENT = new RegExp(`<script type="application/json" id="${FIRST_ANSWERS}">[^<]*</script>`);
const DRAWING = /<div id="root" data-drawn>[\s\S]*?<\/div>(?=\s*(?:<script|<\/body>))/;
const EMPTY = '<div id="root"><div class="first-wait"><p>Loading…</p></div></div>';

/**
 * From now on this page's documents carry no answers and no drawing, so that its screens ask the server, which a test
 * can hold back.
 */
export async function withoutPreloadedData(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    if (!response.headers()["content-type"]?.startsWith("text/html")) return route.fulfill({ response });
    return route.fulfill({
      response,
      body: (await response.text()).replace(ELEMENT, "").replace(DRAWING, EMPTY),
    });
  });
}
