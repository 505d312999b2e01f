import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All of axe's rules, and the minimal size of targets. */
const ALL: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

/** The rules that depend on colours. */
const COLOURS: RunOptions = {
  resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** Fails if the page has an accessibility violation in the light theme, or a colour violation in the dark one. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const before = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  // Injected through the debugger, so that the page's content policy stays in force.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  for (const [colorScheme, asked] of [
    ["light", ALL],
    ["dark", COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours in transition would fail in both themes.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))),
    );
    const violations = await page.evaluate(
      async (options) => {
        const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } };
        const results = await axe.run(options);
        return results.violations.map(({ id, help, nodes }) => ({
          rule: `${id}: ${help}`,
          where: nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`),
        }));
      },
      asked as unknown as Record<string, unknown>,
    );
    expect(violations, `accessibility at ${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: before ? "dark" : "light" });
}

/** Checks the page at desktop and phone width, then restores its width. */
export async function expectNoAxeViolationsAtAnyWidth(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const size of [
    { width: 360, height: 780 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expectNoAxeViolations(page);
  }
  if (before) await page.setViewportSize(before);
}
