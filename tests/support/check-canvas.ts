import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoAxeViolationsNow } from "./expect-accessible.ts";
import { frameOf } from "./open-editor.ts";

/** Fails if a key would reach nothing: the focus is on the body of the window, or of the canvas. */
export async function expectFocus(page: Page): Promise<void> {
  const focusOf = () =>
    page.evaluate(() => {
      const outer = document.activeElement;
      const focused = outer instanceof HTMLIFrameElement ? outer.contentDocument?.activeElement : outer;
      return focused?.localName ?? "body";
    });
  await expect.poll(focusOf).not.toMatch(/^(body|html)$/);
}

/** The blocks that assistive technology finds on the canvas, in their order, without ids. */
export async function blocksInTree(page: Page): Promise<string[]> {
  const tree = await frameOf(page).locator("body").ariaSnapshot();
  return [...tree.matchAll(/^\s*- '?group "(.*?)"/gm)].map(([, name = ""]) => name);
}

/** Checks the focus, axe's rules in window and canvas, and that no name in the accessibility tree has an id. */
export async function expectUsable(page: Page, ids: RegExp): Promise<void> {
  await expectFocus(page);
  await expectNoAxeViolationsNow(page);
  expect(await page.locator("body").ariaSnapshot()).not.toMatch(ids);
  expect(await frameOf(page).locator("body").ariaSnapshot()).not.toMatch(ids);
}

/** Records what live regions say from now on. */
export async function listenForSpeech(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const live = "[role=status], [role=alert], [aria-live]";
    const listen = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (region?.textContent) heard.push(region.textContent);
      }
    });
    listen.observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}
