import { existsSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { launchChromium } from "#tests/support/launch-chromium.ts";
import { timed } from "./statistics.ts";

/** What record-print.mjs kept, with lengths in inches. */
type Printed = {
  html: string;
  options: { headerTemplate: string; footerTemplate: string } & Record<
    "marginTop" | "marginRight" | "marginBottom" | "marginLeft",
    number
  >;
};

/** A warm Chromium that prints what record-print.mjs kept, and nothing else. */
export class BarePrinter {
  readonly #page: Page;
  readonly #file: string;
  readonly close: () => Promise<void>;

  private constructor(page: Page, file: string, close: () => Promise<void>) {
    this.#page = page;
    this.#file = file;
    this.close = close;
  }

  static async open(file: string): Promise<BarePrinter> {
    const { browser, close } = await launchChromium();
    const context = await browser.newContext({ javaScriptEnabled: false });
    return new BarePrinter(await context.newPage(), file, close);
  }

  /** Whether something has been kept to be printed. */
  get isReady(): boolean {
    return existsSync(this.#file);
  }

  /** Milliseconds from the text to the PDF. */
  print(): Promise<number> {
    const { html, options } = JSON.parse(readFileSync(this.#file, "utf8")) as Printed;
    const { headerTemplate, footerTemplate } = options;
    const inches = (length: number) => `${length}in`;
    const margin = {
      top: inches(options.marginTop),
      right: inches(options.marginRight),
      bottom: inches(options.marginBottom),
      left: inches(options.marginLeft),
    };
    return timed(async () => {
      await this.#page.setContent(html, { waitUntil: "load" });
      await this.#page.pdf({
        headerTemplate,
        footerTemplate,
        margin,
        displayHeaderFooter: true,
        format: "A4",
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
        outline: true,
      });
    });
  }
}
