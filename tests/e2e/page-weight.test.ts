import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import type { Portal } from "#tests/support/portal.ts";
import { weighPage } from "#tests/support/weigh-page.ts";

let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startDemoPortal();
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const KILOBYTE = 1000;

test.each([
  { path: "/login", as: undefined, most: 150 },
  { path: "/general-document/general-terms", as: undefined, most: 190 },
  { path: "/dashboard", as: "writer@demo.test", most: 190 },
  { path: "/documents/type/PROPOSAL", as: "writer@demo.test", most: 190 },
])("$path loads at most $most kB of scripts and styles", async ({ path, as, most }) => {
  const page = await browser.openPage("about:blank", as ? { as } : {});
  const { bytes, files } = await weighPage(page, `${portal.url}${path}`);
  await page.getByRole("heading").first().waitFor();
  expect(files.length).toBeGreaterThan(1);
  expect(bytes, JSON.stringify(files, null, 1)).toBeLessThanOrEqual(most * KILOBYTE);
});
