import { readFileSync } from "node:fs";
import { launchChromium } from "#tests/support/launch-chromium.ts";
import { type Measured, summarize, timed } from "./statistics.ts";

type Printed = { html: string; options: { footerTemplate: string; headerTemplate: string } };

const WARM_UP = 3;

/** How long a warm Chromium alone takes for what record-print.mjs kept, from the text to the PDF. */
export async function printBare(file: string, times: number): Promise<Measured> {
  const { html, options } = JSON.parse(readFileSync(file, "utf8")) as Printed;
  const { browser, close } = await launchChromium();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  try {
    const print = async () => {
      await page.setContent(html, { waitUntil: "load" });
      await page.pdf({ ...options, format: "A4", printBackground: true, tagged: true, outline: true });
    };
    for (let n = 0; n < WARM_UP; n += 1) await print();
    const taken: number[] = [];
    for (let n = 0; n < times; n += 1) taken.push(await timed(print));
    return summarize(taken, 0);
  } finally {
    await close();
  }
}
