import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { casesFor, isLong } from "./suite-cases.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All of axe's rules, and the minimal size of targets. */
const ALL: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

type ColorScheme = "light" | "dark";
type Look = { colorScheme: ColorScheme; width?: 360 | 1280 };

const THEMES: Look[] = [{ colorScheme: "light" }, { colorScheme: "dark" }];
const WIDTHS_AND_THEMES: Look[] = [
  { colorScheme: "dark", width: 360 },
  { colorScheme: "light", width: 1280 },
  { colorScheme: "light", width: 360 },
  { colorScheme: "dark", width: 1280 },
];

/** Fails if the page has an accessibility violation, in one of both themes. `npm run prove` checks both. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await checkLooks(page, THEMES);
}

/** The same for the page in its current state, also if this screen was checked before, with its frames. */
export async function expectNoAxeViolationsNow(page: Page): Promise<void> {
  await reachIntoFrames(page);
  await expectNone(page, "light");
}

/** The same at phone or desktop width; then restores the page's width. */
export async function expectNoAxeViolationsAtAnyWidth(page: Page): Promise<void> {
  const before = page.viewportSize();
  await checkLooks(page, WIDTHS_AND_THEMES);
  if (before) await page.setViewportSize(before);
}

/** Lets the checks reach into the frames of the page, as they are now. */
export async function reachIntoFrames(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate(AXE)));
}

async function checkLooks(page: Page, looks: readonly Look[]): Promise<void> {
  if (!isLong && !(await isNew(page))) return;
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  // Injected through the debugger, so that the page's content policy stays in force.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  for (const { width, colorScheme } of casesFor([nextOf(looks)], looks)) {
    if (width) await page.setViewportSize({ width, height: width < 700 ? 780 : 800 });
    await expectNone(page, colorScheme);
  }
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}

/** The screens that each test file has checked. */
const screens = new Map<string, Set<string>>();

/** Whether the file has not checked this screen yet: its address without ids, its heading, tab, dialog and message. */
async function isNew(page: Page): Promise<boolean> {
  const { testPath = "" } = expect.getState();
  const screen = await page.evaluate(() => {
    const dialog = document.querySelector("[role=dialog], [role=alertdialog], dialog[open]");
    const heading = dialog ?? document.querySelector("h1");
    const isNotified = document.querySelector("[role=alert]:not(:empty)") !== null;
    const tab = document.querySelector("[role=tab][aria-selected=true]")?.textContent;
    const isOpen = document.querySelector("[role=menu], [role=listbox]") !== null;
    const path = location.pathname.replace(/[^/]*\d[^/]*/g, "*");
    const shown = [path, dialog !== null, heading?.textContent?.slice(0, 30), tab, isNotified, isOpen];
    return JSON.stringify([...shown, innerWidth < 700]);
  });
  const known = screens.get(testPath) ?? new Set();
  screens.set(testPath, known);
  if (known.has(screen)) return false;
  known.add(screen);
  return true;
}

/** How many checks each test has made. */
const madeBy = new Map<string, number>();

/** Every screen has one look, always the same, and the screens of a journey take turns at all of them. */
function nextOf<One>(looks: readonly One[]): One {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const test = `${testPath.split("/").at(-1)} ${currentTestName}`;
  const made = madeBy.get(test) ?? 0;
  madeBy.set(test, made + 1);
  return looks[(test.length + made) % looks.length] as One;
}

async function expectNone(page: Page, colorScheme: ColorScheme): Promise<void> {
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
    ALL as unknown as Record<string, unknown>,
  );
  const { width } = page.viewportSize() ?? {};
  expect(violations, `accessibility at ${page.url()} in ${colorScheme}, ${width} px`).toEqual([]);
}
