import type { BrowserContext, CDPSession, Page } from "playwright-core";
import type { Cookies } from "#tests/support/launch-chromium.ts";
import { type Measured, summarize } from "./statistics.ts";
import { armFor, measuredTime } from "./time-to-frame.ts";

const HEADINGS = ["Part 0.0", "Part 0.1", "Part 0.2"] as const;
const QUIET_MS = 500;
/** A slow editor is measured with fewer keys, so that the whole run ends. */
const LONGEST_MS = 60_000;

/** An open editor with a page of `makeSections`, and what is done in it. */
export class UsedEditor {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** @param slowdown How many times slower than here its computer is. */
  static async open(
    context: BrowserContext,
    address: string,
    cookies: Cookies,
    slowdown = 1,
  ): Promise<UsedEditor> {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(address);
    const editor = new UsedEditor(page, session);
    await editor.#heading(HEADINGS[0]).waitFor();
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return editor;
  }

  /** Waits until the page rests, and returns the processor time that it has taken in milliseconds. */
  async untilIdle(): Promise<number> {
    const latest = performance.now() + LONGEST_MS;
    for (let before = await this.#processorMs(); ; ) {
      await this.#page.waitForTimeout(QUIET_MS);
      const now = await this.#processorMs();
      if (now - before < QUIET_MS / 20 || performance.now() > latest) return now;
      before = now;
    }
  }

  /** From a press on a block until the frame that shows its settings. It is let go at once, which nobody does. */
  async select(times: number): Promise<Measured> {
    await this.untilIdle();
    return this.#repeat(times, async (press) => {
      const text = HEADINGS[press % HEADINGS.length] ?? HEADINGS[0];
      const ms = await this.#press(text);
      await this.#page.waitForTimeout(150);
      return ms;
    });
  }

  /**
   * From a key until the frame whose canvas shows the letter: in the settings, or in the text on the canvas. Letters come
   * as fast as people type, with a rest after each sentence.
   */
  async type(times: number, isInPlace: boolean): Promise<Measured> {
    await this.untilIdle();
    await this.#press(HEADINGS[0]);
    const field = this.#page.locator("input:visible, textarea:visible");
    if (!isInPlace) await field.evaluateAll(focusField, HEADINGS[0]);
    await this.#page.keyboard.press("End");
    let text: string = HEADINGS[0];
    return this.#repeat(times, async (key) => {
      const letter = "abcdefghij"[key % 10] ?? "a";
      const sight = { heading: text, becomes: text + letter };
      await this.#page.evaluate(armFor, { event: "keydown", sight } as const);
      await this.#page.keyboard.press(letter);
      const ms = await this.#page.evaluate(measuredTime);
      text += letter;
      await this.#page.waitForTimeout(key % 20 === 19 ? 1300 : 60);
      return ms;
    });
  }

  /** From a key until the frame that shows the block below the next one, or above the one before. */
  async move(times: number): Promise<Measured> {
    await this.untilIdle();
    await this.#press(HEADINGS[0]);
    await this.#page.keyboard.press("Escape");
    return this.#repeat(times, async (step) => {
      await this.#page.evaluate(armFor, { event: "keydown", sight: { moved: HEADINGS[0] } } as const);
      await this.#page.keyboard.press(step % 2 === 0 ? "Alt+ArrowDown" : "Alt+ArrowUp");
      const ms = await this.#page.evaluate(measuredTime);
      // Blocks slide to their places.
      await this.#page.waitForTimeout(400);
      return ms;
    });
  }

  async #press(text: string): Promise<number> {
    const box = await this.#heading(text).boundingBox();
    await this.#page.evaluate(armFor, { event: "pointerdown", sight: { field: text } } as const);
    await this.#page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    return this.#page.evaluate(measuredTime);
  }

  async #repeat(times: number, measure: (time: number) => Promise<number>): Promise<Measured> {
    const latest = performance.now() + LONGEST_MS;
    const measured: number[] = [];
    for (let time = 0; time < times && performance.now() < latest; time += 1) {
      // Nothing fills caches before: people feel the first key too.
      measured.push(await measure(time));
    }
    return summarize(measured);
  }

  #heading(text: string) {
    return this.#page.frameLocator("iframe").getByText(text, { exact: true });
  }

  async #processorMs(): Promise<number> {
    const { metrics } = await this.#session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  }
}

function focusField(fields: Element[], value: string): void {
  fields.find((field): field is HTMLInputElement => (field as HTMLInputElement).value === value)?.focus();
}
