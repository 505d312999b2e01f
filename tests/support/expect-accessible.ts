import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** All of axe's rules, and the minimal size of targets. */
const ALL: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

/** The rules that depend on colours. They need no style sheet fetched again. */
const COLOURS: RunOptions = {
  resultTypes: ["violations"],
  preload: false,
  runOnly: { type: "rule", values: COLOUR_RULES },
};

const ALL_BUT_COLOURS: RunOptions = {
  ...ALL,
  rules: { ...ALL.rules, ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
};

type ColorScheme = "light" | "dark";

/** Fails if the page has an accessibility violation in the light theme, or a colour violation in the dark one. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await inItsOwnTheme(page, async () => {
    await expectNone(page, "light", ALL);
    await expectNone(page, "dark", COLOURS);
  });
}

/**
 * Checks the page at phone and desktop width, then restores its width. Colours are the most expensive rules and
 * hardly depend on the width, so each theme has its own.
 */
export async function expectNoAxeViolationsAtAnyWidth(page: Page): Promise<void> {
  const before = page.viewportSize();
  await inItsOwnTheme(page, async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNone(page, "light", ALL_BUT_COLOURS);
    await expectNone(page, "dark", COLOURS);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNone(page, "light", ALL);
  });
  if (before) await page.setViewportSize(before);
}

/** Lets the checks reach into the frames of the page, as they are now. */
export async function reachIntoFrames(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate(AXE)));
}

async function inItsOwnTheme(page: Page, check: () => Promise<void>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  // Injected through the debugger, so that the page's content policy stays in force.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  await check();
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}

async function expectNone(page: Page, colorScheme: ColorScheme, asked: RunOptions): Promise<void> {
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
  const { width } = page.viewportSize() ?? {};
  expect(violations, `accessibility at ${page.url()} in ${colorScheme}, ${width} px`).toEqual([]);
}
